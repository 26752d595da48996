CREATE TABLE "schedule_day" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"doctor_id" bigint NOT NULL,
	"date" text NOT NULL,
	"slots" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"planned_by" bigint NOT NULL,
	"update_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedule_leave" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"doctor_id" bigint NOT NULL,
	"from_date" text NOT NULL,
	"to_date" text NOT NULL,
	"kind" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"planned_by" bigint NOT NULL,
	"create_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"tone" text DEFAULT 'info' NOT NULL,
	"title" text NOT NULL,
	"title_en" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"text_en" text DEFAULT '' NOT NULL,
	"link" text,
	"start_time" bigint NOT NULL,
	"end_time" bigint
);
--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "heads_dept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "schedule_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "schedule_day" ADD CONSTRAINT "schedule_day_doctor_id_staff_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_day" ADD CONSTRAINT "schedule_day_planned_by_staff_id_fk" FOREIGN KEY ("planned_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_leave" ADD CONSTRAINT "schedule_leave_doctor_id_staff_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_leave" ADD CONSTRAINT "schedule_leave_planned_by_staff_id_fk" FOREIGN KEY ("planned_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "schedule_day_of_doctor" ON "schedule_day" USING btree ("tenant_id","doctor_id","date");--> statement-breakpoint
CREATE INDEX "schedule_leave_of_doctor" ON "schedule_leave" USING btree ("tenant_id","doctor_id","to_date");--> statement-breakpoint
CREATE INDEX "notice_tenant_id_start_time_index" ON "notice" USING btree ("tenant_id","start_time");