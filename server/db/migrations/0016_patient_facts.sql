CREATE TABLE "patient_fact" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"patient_id" bigint NOT NULL,
	"value" jsonb NOT NULL,
	"confirmed" boolean NOT NULL,
	"origin" text NOT NULL,
	"staff_id" bigint,
	"order_id" bigint,
	"create_time" bigint NOT NULL,
	"confirmed_by" bigint,
	"confirm_time" bigint,
	"end_time" bigint,
	"ended_by" bigint,
	"end_reason" text
);
--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "height_cm" double precision;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "egfr" double precision;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "pregnancy_week" integer;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "allergy_summary" jsonb;--> statement-breakpoint
ALTER TABLE "patient_fact" ADD CONSTRAINT "patient_fact_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "patient_fact_tenant_id_patient_id_id_index" ON "patient_fact" USING btree ("tenant_id","patient_id","id");--> statement-breakpoint
INSERT INTO "patient_fact" ("tenant_id", "patient_id", "value", "confirmed", "origin", "create_time")
SELECT p.tenant_id, p.id, jsonb_build_object('kind', 'allergy', 'code', a.code, 'text', coalesce(p.allergy, a.code), 'reaction', '', 'severity', 'unknown'), true, 'intake', p.create_time
FROM "patient" p, jsonb_array_elements_text(p.allergens) AS a(code);--> statement-breakpoint
INSERT INTO "patient_fact" ("tenant_id", "patient_id", "value", "confirmed", "origin", "create_time")
SELECT p.tenant_id, p.id, jsonb_build_object('kind', 'weight', 'kg', p.weight_kg), true, 'intake', p.create_time
FROM "patient" p WHERE p.weight_kg IS NOT NULL;--> statement-breakpoint
INSERT INTO "patient_fact" ("tenant_id", "patient_id", "value", "confirmed", "origin", "create_time")
SELECT p.tenant_id, p.id, s.value || jsonb_build_object('kind', s.kind, 'state', CASE s.state WHEN 1 THEN 'yes' WHEN 0 THEN 'no' ELSE 'unknown' END), true, 'intake', p.create_time
FROM "patient" p, LATERAL (VALUES
  ('pregnancy', p.pregnant, '{"week": null}'::jsonb),
  ('lactation', p.lactating, '{}'::jsonb),
  ('liver', p.liver, '{"note": ""}'::jsonb),
  ('kidney', p.kidney, '{"egfr": null, "creatinine": null}'::jsonb)
) AS s(kind, state, value) WHERE s.state IS NOT NULL AND NOT (p.gender = 1 AND s.kind IN ('pregnancy', 'lactation'));
