-- What the application's role may do with a table, where that is less than everything. A migration that adds a table whose
-- rows must stay adds its row here; `secure_tables` runs after every start's migrations and applies it.
CREATE TABLE IF NOT EXISTS application_right (
	"table_name" text PRIMARY KEY,
	"privileges" text[] DEFAULT '{SELECT,INSERT,DELETE}' NOT NULL,
	-- The columns that it may change; null for every column but the keys.
	"changeable" text[],
	-- Columns that keep their first value although others of the row change.
	"fixed" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
INSERT INTO application_right (table_name, privileges, changeable, fixed) VALUES
	('audit_trail', '{SELECT,INSERT}', '{}', '{}'),
	('order_log', '{SELECT,INSERT}', '{}', '{}'),
	('prescription_log', '{SELECT,INSERT}', '{}', '{}'),
	('prescription_version', '{SELECT,INSERT}', '{}', '{}'),
	('case_version', '{SELECT,INSERT}', '{}', '{}'),
	('case_addendum', '{SELECT,INSERT}', '{}', '{}'),
	('signing_key', '{SELECT,INSERT}', '{}', '{}'),
	('his_record', '{SELECT,INSERT}', '{}', '{}'),
	('server_secret', '{SELECT,INSERT}', '{}', '{}'),
	('domain_event', '{SELECT,INSERT,DELETE}', '{}', '{}'),
	-- A recall marks a message; its content stays.
	('im_event', '{SELECT,INSERT}', '{status}', '{}'),
	('im_conversation', '{SELECT,INSERT}', NULL, '{order_id,patient_id,create_time}'),
	('patient_fact', '{SELECT,INSERT}', '{value,confirmed,confirmed_by,confirm_time,end_time,ended_by,end_reason}', '{}'),
	('patient', '{SELECT,INSERT}', NULL, '{create_time}'),
	('staff', '{SELECT,INSERT}', NULL, '{create_time}'),
	('tenant', '{SELECT,INSERT}', NULL, '{}'),
	('consult_order', '{SELECT,INSERT}', NULL, '{order_no,patient_id,create_time}'),
	('case_info', '{SELECT,INSERT}', NULL, '{order_id,patient_id,doctor_id,create_time}'),
	('prescription', '{SELECT,INSERT}', NULL,
		'{prescription_no,order_id,order_no,patient_id,doctor_id,client_request_id,create_time}'),
	('review_question', '{SELECT,INSERT}', NULL,
		'{prescription_id,version,client_request_id,author_id,text,ask_time,finding}'),
	('qualification', '{SELECT,INSERT}', NULL, '{doctor_id}'),
	-- Its triggers write it, and `hospital_search_entry` shows it.
	('search_entry', '{}', '{}', '{}'),
	('application_right', '{SELECT}', '{}', '{}'),
	('trail_seal', '{SELECT,INSERT}', '{}', '{}'),
	('stock_correction', '{SELECT,INSERT}', '{}', '{}'),
	('rule_setting_version', '{SELECT,INSERT}', '{}', '{}'),
	('department', '{SELECT,INSERT}', NULL, '{}')
ON CONFLICT (table_name) DO NOTHING;
--> statement-breakpoint
-- A policy would keep the index of keys from being used, because its operator may not see hidden rows. A view of the owner
-- hides the same rows without that: nobody but the owner can write functions that would reveal them.
CREATE OR REPLACE VIEW hospital_search_entry AS SELECT * FROM search_entry
WHERE tenant_id = (SELECT nullif(nullif(current_setting('cloudroom.hospital', true), ''), '*')::bigint)
	OR (SELECT current_setting('cloudroom.hospital', true) = '*');
--> statement-breakpoint
ALTER FUNCTION write_order_entry() SECURITY DEFINER SET search_path = public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION write_prescription_entry() SECURITY DEFINER SET search_path = public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION remove_search_entry() SECURITY DEFINER SET search_path = public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION rename_order_entries() SECURITY DEFINER SET search_path = public, pg_temp;
--> statement-breakpoint
-- The owner of a table can repair it; the application cannot.
CREATE OR REPLACE FUNCTION refuse_signed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN RETURN NEW; END IF;
	RAISE EXCEPTION 'signed content of % cannot be changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER case_info_signed BEFORE UPDATE ON case_info
FOR EACH ROW WHEN (OLD.status = 1) EXECUTE FUNCTION refuse_signed_change();
--> statement-breakpoint
-- A later version has its own row in prescription_version and its own signature.
CREATE OR REPLACE TRIGGER prescription_signed
BEFORE UPDATE OF patient, diagnosis_list, lines, advice, over_days_reason, overrides, amount, rx_type, category ON prescription
FOR EACH ROW WHEN (OLD.doctor_signature IS NOT NULL AND NEW.version <= OLD.version
	AND (OLD.patient, OLD.diagnosis_list, OLD.lines, OLD.advice, OLD.over_days_reason, OLD.overrides, OLD.amount, OLD.rx_type, OLD.category)
	IS DISTINCT FROM (NEW.patient, NEW.diagnosis_list, NEW.lines, NEW.advice, NEW.over_days_reason, NEW.overrides, NEW.amount, NEW.rx_type, NEW.category))
EXECUTE FUNCTION refuse_signed_change();
--> statement-breakpoint
-- Gives every table with a hospital its policy, and the application's role what it may do. It changes only what differs, so
-- every start can run it, and no migration can forget it.
CREATE OR REPLACE FUNCTION secure_tables(application name) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	of_hospital constant text := '%1$I = (SELECT nullif(nullif(current_setting(''cloudroom.hospital'', true), ''''), ''*'')::bigint)'
		' OR (SELECT current_setting(''cloudroom.hospital'', true) = ''*'')';
	role_id constant oid := (SELECT oid FROM pg_roles WHERE rolname = application);
	one record;
	condition text;
	wanted text[];
	granted text[];
BEGIN
	FOR one IN
		SELECT c.oid, c.relname, c.relkind, c.relacl, c.relrowsecurity, r.privileges, r.changeable, coalesce(r.fixed, '{}') AS fixed,
			(SELECT a.attname FROM pg_attribute a WHERE a.attrelid = c.oid AND NOT a.attisdropped
				AND a.attname = CASE c.relname WHEN 'tenant' THEN 'id' ELSE 'tenant_id' END) AS hospital,
			EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'hospital') AS has_policy
		FROM pg_class c LEFT JOIN application_right r ON r.table_name = c.relname
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
			AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
	LOOP
		IF one.relkind <> 'v' AND one.hospital IS NOT NULL THEN
			IF NOT one.has_policy THEN
				condition := format(of_hospital, one.hospital);
				EXECUTE format('CREATE POLICY hospital ON %I USING (%s) WITH CHECK (%2$s)', one.relname, condition);
			END IF;
			IF NOT one.relrowsecurity THEN EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', one.relname); END IF;
		END IF;
		wanted := CASE WHEN one.relkind = 'v' THEN '{SELECT}' ELSE coalesce(one.privileges, '{SELECT,INSERT,DELETE}') END;
		IF one.relkind <> 'v' THEN
			wanted := wanted || array(
				SELECT format('UPDATE (%I)', a.attname) FROM pg_attribute a
				WHERE a.attrelid = one.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attname NOT IN ('id', 'tenant_id')
					AND a.attname <> ALL (one.fixed) AND (one.changeable IS NULL OR a.attname = ANY (one.changeable)));
		END IF;
		granted := array(
			SELECT g.privilege_type FROM aclexplode(one.relacl) g WHERE g.grantee = role_id
			UNION ALL
			SELECT format('%s (%I)', g.privilege_type, a.attname) FROM pg_attribute a, aclexplode(a.attacl) g
			WHERE a.attrelid = one.oid AND NOT a.attisdropped AND g.grantee = role_id);
		IF NOT (wanted @> granted AND granted @> wanted) THEN
			EXECUTE format('REVOKE ALL ON %I FROM %I', one.relname, application);
			IF cardinality(wanted) > 0 THEN
				EXECUTE format('GRANT %s ON %I TO %I', array_to_string(wanted, ', '), one.relname, application);
			END IF;
		END IF;
	END LOOP;
	FOR one IN
		SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
			AND CASE WHEN c.relkind = 'S' THEN NOT has_sequence_privilege(role_id, c.oid, 'USAGE') END
	LOOP
		EXECUTE format('GRANT USAGE ON SEQUENCE %I TO %I', one.relname, application);
	END LOOP;
	IF NOT has_schema_privilege(role_id, 'public', 'USAGE') THEN
		EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', application);
	END IF;
	-- Readiness compares the migrations of the database with those of the program.
	IF to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AND NOT has_schema_privilege(role_id, 'drizzle', 'USAGE') THEN
		EXECUTE format('GRANT USAGE ON SCHEMA drizzle TO %I', application);
		EXECUTE format('GRANT SELECT ON drizzle.__drizzle_migrations TO %I', application);
	END IF;
	IF has_schema_privilege(role_id, 'public', 'CREATE') THEN REVOKE CREATE ON SCHEMA public FROM PUBLIC; END IF;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION secure_tables(name) FROM PUBLIC;
