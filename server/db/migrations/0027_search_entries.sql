CREATE TABLE "search_entry" (
	"kind" text NOT NULL,
	"item_id" bigint NOT NULL,
	"tenant_id" bigint NOT NULL,
	"owner_id" bigint NOT NULL,
	"time" bigint NOT NULL,
	"status" integer NOT NULL,
	"category" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "search_entry_kind_item_id_pk" PRIMARY KEY("kind","item_id")
);
--> statement-breakpoint
-- The entries of a large hospital take longer to write than a statement may otherwise take.
SET LOCAL statement_timeout = 0;
--> statement-breakpoint
-- Text in the form in which it is compared: without differences of width, case and spaces.
CREATE FUNCTION search_form(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(lower(normalize(coalesce(value, ''), NFKC)), '\s+', ' ', 'g'))
$$;
--> statement-breakpoint
-- What an entry can be found by: each character and pair of characters of its text, its status and its category. Lines are
-- separate texts.
CREATE FUNCTION search_parts(form text, status integer, category integer) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array(
    SELECT DISTINCT substr(form, at, size) FROM generate_series(1, length(form)) at, generate_series(1, 2) size
    WHERE strpos(substr(form, at, size), E'\n') = 0
  ) || ('status ' || status::text) || ('category ' || category::text)
$$;
--> statement-breakpoint
-- The parts that an entry with this keyword, status and category has; pairs that do not overlap are enough, and a few are
-- selective enough.
CREATE FUNCTION search_wanted(form text, status integer, category integer) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_remove(array(
    SELECT DISTINCT substr(form, least(at, greatest(length(form) - 1, 1)), 2)
    FROM generate_series(1, least(length(form), 16), 2) at
  ) || ('status ' || status::text) || ('category ' || category::text), NULL)
$$;
--> statement-breakpoint
-- Hashes of parts in one period of one owner. The hash of '' is among them, so that every search has a key.
CREATE FUNCTION search_keys(kind text, owner_id bigint, period bigint, parts text[]) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array(
    SELECT hashtextextended(part, seed)
    FROM (SELECT hashtextextended(kind || ':' || owner_id::text || ':' || period::text, 0) AS seed) place,
      unnest(array_append(parts, '')) part)
$$;
--> statement-breakpoint
CREATE FUNCTION order_search_text(order_no text, patient_name text, complaint text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT concat_ws(E'\n', search_form(order_no), search_form(patient_name), search_form(complaint))
$$;
--> statement-breakpoint
CREATE FUNCTION prescription_search_text(prescription_no text, order_no text, patient_name text, lines jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT concat_ws(E'\n', search_form(prescription_no), search_form(order_no), search_form(patient_name), (
    SELECT string_agg(search_form(name), E'\n') FROM (
      SELECT DISTINCT line ->> field AS name FROM jsonb_array_elements(lines) line,
        unnest(array['drugName', 'drugNameEn', 'tradeName', 'tradeNameEn']) field
    ) names WHERE name <> ''))
$$;
--> statement-breakpoint
CREATE FUNCTION write_order_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_entry (kind, item_id, tenant_id, owner_id, time, status, category, text)
  SELECT 'order', NEW.id, NEW.tenant_id, NEW.doctor_id, NEW.create_time, NEW.status, NEW.consult_type,
    order_search_text(NEW.order_no, patient.name, NEW.chief_complaint)
  FROM patient WHERE patient.id = NEW.patient_id
  ON CONFLICT (kind, item_id) DO UPDATE SET (owner_id, time, status, category, text)
    = (EXCLUDED.owner_id, EXCLUDED.time, EXCLUDED.status, EXCLUDED.category, EXCLUDED.text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION write_prescription_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_entry (kind, item_id, tenant_id, owner_id, time, status, category, text)
  VALUES ('prescription', NEW.id, NEW.tenant_id, NEW.doctor_id, NEW.create_time, NEW.status, NEW.audit_status,
    prescription_search_text(NEW.prescription_no, NEW.order_no, NEW.patient ->> 'name', NEW.lines))
  ON CONFLICT (kind, item_id) DO UPDATE SET (owner_id, time, status, category, text)
    = (EXCLUDED.owner_id, EXCLUDED.time, EXCLUDED.status, EXCLUDED.category, EXCLUDED.text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION remove_search_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_entry WHERE kind = TG_ARGV[0] AND item_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION rename_order_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_entry e SET text = order_search_text(o.order_no, NEW.name, o.chief_complaint)
  FROM consult_order o
  WHERE o.tenant_id = NEW.tenant_id AND o.patient_id = NEW.id AND e.kind = 'order' AND e.item_id = o.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO search_entry (kind, item_id, tenant_id, owner_id, time, status, category, text)
SELECT 'order', o.id, o.tenant_id, o.doctor_id, o.create_time, o.status, o.consult_type,
  order_search_text(o.order_no, p.name, o.chief_complaint)
FROM consult_order o JOIN patient p ON p.id = o.patient_id WHERE o.doctor_id IS NOT NULL;
--> statement-breakpoint
INSERT INTO search_entry (kind, item_id, tenant_id, owner_id, time, status, category, text)
SELECT 'prescription', id, tenant_id, doctor_id, create_time, status, audit_status,
  prescription_search_text(prescription_no, order_no, patient ->> 'name', lines)
FROM prescription;
--> statement-breakpoint
CREATE INDEX "search_entry_tenant_id_kind_owner_id_time_item_id_index" ON "search_entry" USING btree ("tenant_id","kind","owner_id","time","item_id");--> statement-breakpoint
CREATE INDEX "search_entry_keys" ON "search_entry" USING gin (search_keys("kind", "owner_id", "time" / 2592000000, search_parts("text", "status", "category"))) WITH (fastupdate=false);
--> statement-breakpoint
CREATE TRIGGER order_entry_added AFTER INSERT ON consult_order
FOR EACH ROW WHEN (NEW.doctor_id IS NOT NULL) EXECUTE FUNCTION write_order_entry();
--> statement-breakpoint
CREATE TRIGGER order_entry_changed AFTER UPDATE ON consult_order
FOR EACH ROW WHEN (NEW.doctor_id IS NOT NULL
  AND (OLD.doctor_id, OLD.patient_id, OLD.create_time, OLD.status, OLD.consult_type, OLD.order_no, OLD.chief_complaint)
  IS DISTINCT FROM (NEW.doctor_id, NEW.patient_id, NEW.create_time, NEW.status, NEW.consult_type, NEW.order_no, NEW.chief_complaint))
EXECUTE FUNCTION write_order_entry();
--> statement-breakpoint
CREATE TRIGGER order_entry_freed AFTER UPDATE ON consult_order
FOR EACH ROW WHEN (OLD.doctor_id IS NOT NULL AND NEW.doctor_id IS NULL) EXECUTE FUNCTION remove_search_entry('order');
--> statement-breakpoint
CREATE TRIGGER order_entry_removed AFTER DELETE ON consult_order
FOR EACH ROW EXECUTE FUNCTION remove_search_entry('order');
--> statement-breakpoint
CREATE TRIGGER order_entries_renamed AFTER UPDATE ON patient
FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION rename_order_entries();
--> statement-breakpoint
CREATE TRIGGER prescription_entry_added AFTER INSERT ON prescription
FOR EACH ROW EXECUTE FUNCTION write_prescription_entry();
--> statement-breakpoint
CREATE TRIGGER prescription_entry_changed AFTER UPDATE ON prescription
FOR EACH ROW WHEN (
  (OLD.doctor_id, OLD.create_time, OLD.status, OLD.audit_status, OLD.prescription_no, OLD.order_no, OLD.patient, OLD.lines)
  IS DISTINCT FROM
  (NEW.doctor_id, NEW.create_time, NEW.status, NEW.audit_status, NEW.prescription_no, NEW.order_no, NEW.patient, NEW.lines))
EXECUTE FUNCTION write_prescription_entry();
--> statement-breakpoint
CREATE TRIGGER prescription_entry_removed AFTER DELETE ON prescription
FOR EACH ROW EXECUTE FUNCTION remove_search_entry('prescription');
