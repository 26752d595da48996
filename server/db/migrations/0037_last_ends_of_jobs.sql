ALTER TABLE "job_run" ADD COLUMN "end_time" bigint;--> statement-breakpoint
ALTER TABLE "job_run" ADD COLUMN "duration_ms" integer;--> statement-breakpoint
ALTER TABLE "job_run" ADD COLUMN "failure_time" bigint;--> statement-breakpoint
ALTER TABLE "job_run" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;