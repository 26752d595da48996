ALTER TABLE "consult_order" ADD COLUMN "requested_doctor_id" bigint;--> statement-breakpoint
ALTER TABLE "consult_config" ADD COLUMN "daily_quota" integer;--> statement-breakpoint
ALTER TABLE "quick_reply" ADD COLUMN "group_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "away_message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "consult_order" ADD CONSTRAINT "consult_order_requested_doctor_id_staff_id_fk" FOREIGN KEY ("requested_doctor_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consult_order_requested" ON "consult_order" USING btree ("tenant_id","requested_doctor_id","create_time") WHERE "consult_order"."requested_doctor_id" is not null;