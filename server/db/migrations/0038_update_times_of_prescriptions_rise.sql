CREATE FUNCTION "prescription_update_time_rises"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.update_time := OLD.update_time + 1;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Readers take the later update time for the newer row, also after the server's clock was set back.
CREATE TRIGGER "prescription_update_time_rises" BEFORE UPDATE OF "update_time" ON "prescription"
FOR EACH ROW WHEN (NEW.update_time < OLD.update_time) EXECUTE FUNCTION "prescription_update_time_rises"();
