-- Every patient and prescription is written once, which takes longer than a statement may otherwise take.
SET LOCAL statement_timeout = 0;
--> statement-breakpoint
-- Functions of stored columns name the schema of what they call: a restore computes the columns without a search path.
CREATE OR REPLACE FUNCTION search_form(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(public.search_simplified(public.search_unaccented(coalesce(value, ''))), '\s+', ' ', 'g'))
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION prescription_search_text(prescription_no text, order_no text, patient_name text, lines jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT concat_ws(E'\n', public.search_form(prescription_no), public.search_form(order_no), public.search_form(patient_name), (
    SELECT string_agg(public.search_form(name), E'\n') FROM (
      SELECT DISTINCT line ->> field AS name FROM jsonb_array_elements(lines) line,
        unnest(array['drugName', 'drugNameEn', 'tradeName', 'tradeNameEn']) field
    ) names WHERE name <> ''))
$$;
--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "search_name" text GENERATED ALWAYS AS (search_form(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "search_text" text GENERATED ALWAYS AS (prescription_search_text(prescription_no, order_no, patient ->> 'name', lines)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "patient_tenant_id_search_name_index" ON "patient" USING btree ("tenant_id","search_name");
