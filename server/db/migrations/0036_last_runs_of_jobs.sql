CREATE TABLE IF NOT EXISTS "job_run" (
	"name" text PRIMARY KEY NOT NULL,
	"start_time" bigint NOT NULL
);
