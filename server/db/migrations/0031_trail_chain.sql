CREATE TABLE IF NOT EXISTS "trail_seal" (
	"tenant_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"first_seq" bigint NOT NULL,
	"rows" integer NOT NULL,
	"ids" bigint[] NOT NULL,
	"max_id" bigint NOT NULL,
	"kinds" text NOT NULL,
	"times" bigint[] NOT NULL,
	"hashes" text NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL,
	"time" bigint NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "trail_seal_tenant_id_number_pk" PRIMARY KEY("tenant_id","number")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "trail_sealer" (
	"id" integer PRIMARY KEY NOT NULL,
	"settled_id" bigint NOT NULL,
	"pending_id" bigint NOT NULL,
	"pending_xmax" text NOT NULL,
	"pending_time" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX IF EXISTS "audit_trail_tenant_id_time_index";--> statement-breakpoint
DROP INDEX IF EXISTS "audit_trail_tenant_id_patient_id_time_index";--> statement-breakpoint
ALTER TABLE "audit_trail" ADD COLUMN IF NOT EXISTS "session_id" bigint;--> statement-breakpoint
ALTER TABLE "audit_trail" ADD COLUMN IF NOT EXISTS "patient_ids" bigint[];--> statement-breakpoint
ALTER TABLE "audit_trail" ADD COLUMN IF NOT EXISTS "call" text;--> statement-breakpoint
ALTER TABLE "audit_trail" ADD COLUMN IF NOT EXISTS "device" text;--> statement-breakpoint
ALTER TABLE "audit_trail" ADD COLUMN IF NOT EXISTS "kind" text GENERATED ALWAYS AS (case when entity = 'trail' then 'retention' when entity = 'session' then 'signIn'
  when action in ('read', 'list') then 'read' when entity in ('conversation', 'file') then 'message'
  when entity in ('staff', 'qualification') then 'staff' else 'record' end) STORED;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "trail_seal_tenant_id_first_seq_index" ON "trail_seal" USING btree ("tenant_id","first_seq");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "trail_seal_max_id_index" ON "trail_seal" USING btree ("max_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_trail_tenant_id_time_id_index" ON "audit_trail" USING btree ("tenant_id","time","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_trail_tenant_id_patient_id_time_id_index" ON "audit_trail" USING btree ("tenant_id","patient_id","time","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_trail_tenant_id_user_id_time_id_index" ON "audit_trail" USING btree ("tenant_id","user_id","time","id") WHERE "audit_trail"."user_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_trail_tenant_id_purpose_time_id_index" ON "audit_trail" USING btree ("tenant_id","purpose","time","id") WHERE "audit_trail"."purpose" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_trail_tenant_id_kind_time_id_index" ON "audit_trail" USING btree ("tenant_id","kind","time","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_trail_patient_ids_index" ON "audit_trail" USING gin ("patient_ids") WHERE "audit_trail"."patient_ids" is not null;--> statement-breakpoint
-- Least ages in days at which rows may be removed; null means never. server/trail/kinds.ts states the periods and why.
CREATE OR REPLACE FUNCTION trail_minimum_age(kind text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE kind WHEN 'signIn' THEN 365 WHEN 'read' THEN 1096 WHEN 'message' THEN 1096 WHEN 'record' THEN 5479 WHEN 'staff' THEN 5479 END * 86400000::bigint
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_early_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.time < extract(epoch FROM clock_timestamp()) * 1000 - trail_minimum_age(OLD.kind) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
DROP TRIGGER IF EXISTS audit_trail_append_only ON audit_trail;
--> statement-breakpoint
CREATE TRIGGER audit_trail_append_only BEFORE UPDATE OR TRUNCATE ON audit_trail
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
DROP TRIGGER IF EXISTS audit_trail_retention ON audit_trail;
--> statement-breakpoint
CREATE TRIGGER audit_trail_retention BEFORE DELETE ON audit_trail
FOR EACH ROW EXECUTE FUNCTION refuse_early_removal();
--> statement-breakpoint
DROP TRIGGER IF EXISTS trail_seal_append_only ON trail_seal;
--> statement-breakpoint
CREATE TRIGGER trail_seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trail_seal
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Removes the oldest sealed rows of one kind, about as many as `most`, and says up to which time (exclusive). It runs with its
-- owner's rights, so that the application's role needs none to delete.
CREATE OR REPLACE FUNCTION remove_expired_trail(of_tenant bigint, of_kind text, before bigint, most integer, OUT removed integer, OUT until bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE settled bigint;
BEGIN
  until := least(before, extract(epoch FROM clock_timestamp())::bigint * 1000 - trail_minimum_age(of_kind));
  IF trail_minimum_age(of_kind) IS NULL THEN
    RAISE EXCEPTION 'trail rows of this kind are never removed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT coalesce(max(settled_id), 0) INTO settled FROM trail_sealer;
  -- Rows of the same time are removed together, so that `until` says exactly which ones are gone.
  until := coalesce((SELECT t.time + 1 FROM audit_trail t
    WHERE t.tenant_id = of_tenant AND t.kind = of_kind AND t.time < until AND t.id <= settled
    ORDER BY t.time OFFSET most - 1 LIMIT 1), until);
  DELETE FROM audit_trail t WHERE t.tenant_id = of_tenant AND t.kind = of_kind AND t.time < until AND t.id <= settled;
  GET DIAGNOSTICS removed = ROW_COUNT;
END $$;
