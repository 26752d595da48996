ALTER TABLE "prescription" ADD COLUMN "dept_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "dept_name_en" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "prescription" SET "dept_name" = "staff"."dept_name", "dept_name_en" = "staff"."dept_name_en" FROM "staff" WHERE "staff"."id" = "prescription"."doctor_id" AND "staff"."tenant_id" = "prescription"."tenant_id";
