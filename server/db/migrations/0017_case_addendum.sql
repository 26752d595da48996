CREATE TABLE "case_addendum" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"case_id" bigint NOT NULL,
	"doctor_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"create_time" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "case_addendum" ADD CONSTRAINT "case_addendum_case_id_case_info_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."case_info"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_addendum_tenant_id_case_id_id_index" ON "case_addendum" USING btree ("tenant_id","case_id","id");