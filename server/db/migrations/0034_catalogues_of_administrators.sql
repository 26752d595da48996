CREATE TABLE "catalogue_import" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"file_hash" text NOT NULL,
	"revision" bigint NOT NULL,
	"plan" jsonb NOT NULL,
	"staff_id" bigint NOT NULL,
	"create_time" bigint NOT NULL,
	"applied_time" bigint
);
--> statement-breakpoint
CREATE TABLE "rule_setting_version" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"reason" text NOT NULL,
	"staff_id" bigint NOT NULL,
	"time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_correction" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"drug_id" bigint NOT NULL,
	"warehouse_id" bigint NOT NULL,
	"before" integer NOT NULL,
	"after" integer NOT NULL,
	"reason" text NOT NULL,
	"staff_id" bigint NOT NULL,
	"time" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "diagnosis" ADD COLUMN "disabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "drug" ADD COLUMN "prescription_only" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "drug" ADD COLUMN "high_alert" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dict_data" ADD COLUMN "disabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_import" ADD CONSTRAINT "catalogue_import_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_setting_version" ADD CONSTRAINT "rule_setting_version_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_correction" ADD CONSTRAINT "stock_correction_drug_id_drug_id_fk" FOREIGN KEY ("drug_id") REFERENCES "public"."drug"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_correction" ADD CONSTRAINT "stock_correction_warehouse_id_warehouse_id_fk" FOREIGN KEY ("warehouse_id") REFERENCES "public"."warehouse"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_correction" ADD CONSTRAINT "stock_correction_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalogue_import_tenant_id_staff_id_index" ON "catalogue_import" USING btree ("tenant_id","staff_id");--> statement-breakpoint
CREATE INDEX "catalogue_import_create_time_index" ON "catalogue_import" USING btree ("create_time");--> statement-breakpoint
CREATE UNIQUE INDEX "rule_setting_version_tenant_id_version_index" ON "rule_setting_version" USING btree ("tenant_id","version");--> statement-breakpoint
CREATE INDEX "stock_correction_tenant_id_drug_id_time_index" ON "stock_correction" USING btree ("tenant_id","drug_id","time");--> statement-breakpoint
CREATE TRIGGER rule_setting_version_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rule_setting_version
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER stock_correction_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_correction
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
