ALTER TABLE "tenant" ADD COLUMN "administered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- An administrator whose password was reset since, or who was disabled, has a trail row about the password of their own.
UPDATE tenant t SET administered = true WHERE EXISTS (
	SELECT FROM staff s WHERE s.tenant_id = t.id AND s.is_administrator AND (NOT s.must_change_password OR EXISTS (
		SELECT FROM audit_trail a WHERE a.tenant_id = t.id AND a.kind = 'staff' AND a.user_type = 2 AND a.user_id = s.id
			AND a.entity = 'staff' AND a.entity_id = s.id::text AND a.detail ->> 'changed' = 'password')));
--> statement-breakpoint
-- The owner's function: the application's role does not change the mark itself.
CREATE FUNCTION mark_administered_hospital() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	UPDATE tenant SET administered = true WHERE id = NEW.tenant_id AND NOT administered;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mark_administered_hospital AFTER INSERT OR UPDATE OF is_administrator, must_change_password ON staff
FOR EACH ROW WHEN (NEW.is_administrator AND NOT NEW.must_change_password)
EXECUTE FUNCTION mark_administered_hospital();
--> statement-breakpoint
UPDATE application_right SET fixed = '{administered}' WHERE table_name = 'tenant';
