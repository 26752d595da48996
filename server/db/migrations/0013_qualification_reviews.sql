DROP INDEX "qualification_tenant_id_doctor_id_index";--> statement-breakpoint
CREATE UNIQUE INDEX "qualification_approved" ON "qualification" USING btree ("tenant_id","doctor_id") WHERE "qualification"."audit_status" = 1;--> statement-breakpoint
CREATE UNIQUE INDEX "qualification_waiting" ON "qualification" USING btree ("tenant_id","doctor_id") WHERE "qualification"."audit_status" = 0;--> statement-breakpoint
CREATE INDEX "qualification_tenant_id_doctor_id_index" ON "qualification" USING btree ("tenant_id","doctor_id");