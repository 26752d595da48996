CREATE TABLE "department" (
	"tenant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"retired" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "department_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "is_administrator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "must_change_password" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "expire_time" bigint;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "contact" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "department" ADD CONSTRAINT "department_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "department_tenant_id_name_index" ON "department" USING btree ("tenant_id","name");--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_has_one_role" CHECK (not ("staff"."is_auditor" and "staff"."is_administrator"));--> statement-breakpoint
INSERT INTO "department" ("tenant_id", "id", "name", "name_en", "sort")
SELECT DISTINCT ON (tenant_id, label) tenant_id, value::bigint, label, label_en, sort FROM "dict_data"
WHERE dict_type = 'hosp_standard_dept' AND value ~ '^[0-9]{1,3}$' ORDER BY tenant_id, label, sort
ON CONFLICT DO NOTHING;