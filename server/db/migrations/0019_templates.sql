CREATE TABLE "drug_favourite" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"staff_id" bigint NOT NULL,
	"drug_id" bigint NOT NULL,
	"create_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "template" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"author_id" bigint NOT NULL,
	"dept_id" bigint,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"create_time" bigint NOT NULL,
	"update_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "template_use" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"template_id" bigint NOT NULL,
	"staff_id" bigint NOT NULL,
	"uses" integer NOT NULL,
	"used_time" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drug_favourite" ADD CONSTRAINT "drug_favourite_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drug_favourite" ADD CONSTRAINT "drug_favourite_drug_id_drug_id_fk" FOREIGN KEY ("drug_id") REFERENCES "public"."drug"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template" ADD CONSTRAINT "template_author_id_staff_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_use" ADD CONSTRAINT "template_use_template_id_template_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."template"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_use" ADD CONSTRAINT "template_use_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "drug_favourite_tenant_id_staff_id_drug_id_index" ON "drug_favourite" USING btree ("tenant_id","staff_id","drug_id");--> statement-breakpoint
CREATE UNIQUE INDEX "template_personal_name" ON "template" USING btree ("tenant_id","author_id","kind",lower("name")) WHERE "template"."dept_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "template_department_name" ON "template" USING btree ("tenant_id","dept_id","kind",lower("name")) WHERE "template"."dept_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "template_use_tenant_id_template_id_staff_id_index" ON "template_use" USING btree ("tenant_id","template_id","staff_id");--> statement-breakpoint
CREATE INDEX "template_use_template_id_index" ON "template_use" USING btree ("template_id");