-- Fails if two accounts of a hospital differ only in upper and lower case: give one of them another name first.
DROP INDEX "staff_tenant_id_username_index";--> statement-breakpoint
ALTER TABLE "schedule_leave" ADD COLUMN "begun_time" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_account" ON "staff" USING btree ("tenant_id",lower("username"));