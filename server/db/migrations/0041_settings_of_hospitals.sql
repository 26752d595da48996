CREATE TABLE "hospital_setting_version" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"changes" jsonb NOT NULL,
	"staff_id" bigint NOT NULL,
	"time" bigint NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "hospital_setting_version_tenant_id_version_index" ON "hospital_setting_version" USING btree ("tenant_id","version");--> statement-breakpoint
CREATE TRIGGER hospital_setting_version_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hospital_setting_version
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
INSERT INTO application_right (table_name, privileges, changeable) VALUES ('hospital_setting_version', '{SELECT,INSERT}', '{}');
