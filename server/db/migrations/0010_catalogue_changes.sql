CREATE TABLE "catalogue_change" (
	"name" text PRIMARY KEY NOT NULL,
	"changes" bigint DEFAULT 0 NOT NULL,
	"cleared" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "diagnosis" ADD COLUMN "revision" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "drug" ADD COLUMN "revision" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "diagnosis_tenant_id_revision_index" ON "diagnosis" USING btree ("tenant_id","revision");--> statement-breakpoint
CREATE INDEX "drug_tenant_id_revision_index" ON "drug" USING btree ("tenant_id","revision");--> statement-breakpoint
INSERT INTO "catalogue_change" ("name") VALUES ('drug'), ('diagnosis');
--> statement-breakpoint
CREATE SEQUENCE catalogue_row;
--> statement-breakpoint
UPDATE drug SET revision = nextval('catalogue_row');
--> statement-breakpoint
UPDATE diagnosis SET revision = nextval('catalogue_row');
--> statement-breakpoint
CREATE FUNCTION count_catalogue_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalogue_change SET
    changes = changes + 1,
    cleared = CASE WHEN TG_OP IN ('DELETE', 'TRUNCATE') THEN changes + 1 ELSE cleared END
  WHERE name = TG_TABLE_NAME;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION number_catalogue_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := nextval('catalogue_row');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER drug_counted BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON drug
FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
--> statement-breakpoint
CREATE TRIGGER drug_numbered BEFORE INSERT OR UPDATE ON drug
FOR EACH ROW EXECUTE FUNCTION number_catalogue_row();
--> statement-breakpoint
CREATE TRIGGER diagnosis_counted BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON diagnosis
FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue_change();
--> statement-breakpoint
CREATE TRIGGER diagnosis_numbered BEFORE INSERT OR UPDATE ON diagnosis
FOR EACH ROW EXECUTE FUNCTION number_catalogue_row();
--> statement-breakpoint
-- Which warehouses have a drug belongs to what is searched; stock and price do not, so their changes number nothing.
CREATE FUNCTION number_stocked_drugs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE drug SET revision = revision WHERE id IN (SELECT drug_id FROM changed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER drug_inventory_added AFTER INSERT ON drug_inventory REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION number_stocked_drugs();
--> statement-breakpoint
CREATE TRIGGER drug_inventory_removed AFTER DELETE ON drug_inventory REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION number_stocked_drugs();
--> statement-breakpoint
CREATE FUNCTION number_moved_drugs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE drug SET revision = revision WHERE id IN (OLD.drug_id, NEW.drug_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER drug_inventory_moved AFTER UPDATE OF warehouse_id, drug_id ON drug_inventory
FOR EACH ROW EXECUTE FUNCTION number_moved_drugs();
