CREATE TABLE IF NOT EXISTS "client_report" (
	"tenant_id" bigint NOT NULL,
	"release" text NOT NULL,
	"fingerprint" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"route" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"frames" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"first_time" bigint NOT NULL,
	"last_time" bigint NOT NULL,
	CONSTRAINT "client_report_tenant_id_release_fingerprint_pk" PRIMARY KEY("tenant_id","release","fingerprint")
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "client_report_tenant_id_last_time_index" ON "client_report" USING btree ("tenant_id","last_time");