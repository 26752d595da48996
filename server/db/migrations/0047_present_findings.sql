CREATE TABLE "recount_request" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"patient_id" bigint,
	"create_time" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "present" jsonb;--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "counted_time" bigint;