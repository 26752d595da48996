CREATE TABLE "case_info" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"patient_id" bigint NOT NULL,
	"doctor_id" bigint NOT NULL,
	"chief_complaint" text DEFAULT '' NOT NULL,
	"present_illness" text DEFAULT '' NOT NULL,
	"past_history" text DEFAULT '' NOT NULL,
	"allergy_history" text DEFAULT '' NOT NULL,
	"personal_history" text,
	"family_history" text,
	"menstrual_history" text,
	"physical_exam" text DEFAULT '' NOT NULL,
	"auxiliary_exam" text DEFAULT '' NOT NULL,
	"diagnosis_list" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"treatment_advice" text DEFAULT '' NOT NULL,
	"follow_up" text,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sign_time" bigint,
	"signature" jsonb,
	"create_time" bigint NOT NULL,
	"update_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_version" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"case_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"status" integer NOT NULL,
	"doctor_id" bigint NOT NULL,
	"content" jsonb NOT NULL,
	"create_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consult_order" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"order_no" text NOT NULL,
	"consult_type" integer NOT NULL,
	"status" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"patient_id" bigint NOT NULL,
	"doctor_id" bigint,
	"conversation_id" bigint,
	"priority" integer DEFAULT 0 NOT NULL,
	"chief_complaint" text,
	"symptoms" text,
	"duration" text,
	"visited_before" boolean,
	"guardian_present" boolean DEFAULT false NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"pay_amount" integer DEFAULT 0 NOT NULL,
	"duration_min" integer,
	"msg_limit" integer,
	"refuse_reason_code" text,
	"refuse_remark" text,
	"cancel_reason" text,
	"end_reason" text,
	"summary" text,
	"rating" integer,
	"rating_text" text,
	"rate_time" bigint,
	"create_time" bigint NOT NULL,
	"pay_time" bigint,
	"accept_time" bigint,
	"end_time" bigint,
	"expire_time" bigint,
	"remind_time" bigint,
	"update_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"time" bigint NOT NULL,
	"operator_type" integer NOT NULL,
	"operator_id" bigint,
	"operator_name" text DEFAULT '' NOT NULL,
	"action" text NOT NULL,
	"from_status" integer,
	"to_status" integer,
	"remark" text
);
--> statement-breakpoint
CREATE TABLE "diagnosis" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"pinyin" text DEFAULT '' NOT NULL,
	"search_text" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "doctor_disease" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"doctor_id" bigint NOT NULL,
	"disease_western_id" bigint NOT NULL,
	"create_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drug" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"code" text NOT NULL,
	"generic_code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"trade_name" text,
	"trade_name_en" text,
	"pinyin" text DEFAULT '' NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"atc" text,
	"specification" text NOT NULL,
	"dosage_form" text NOT NULL,
	"manufacturer" text NOT NULL,
	"approval_no" text,
	"min_unit" text NOT NULL,
	"pack_unit" text NOT NULL,
	"pack_factor" integer NOT NULL,
	"strength" double precision,
	"strength_unit" text,
	"default_dose" double precision,
	"default_dose_unit" text,
	"default_frequency" text,
	"default_route" text,
	"ingredients" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"control_type" integer DEFAULT 0 NOT NULL,
	"flags" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"min_age" double precision,
	"max_daily_dose" double precision,
	"skin_test" boolean DEFAULT false NOT NULL,
	"antibiotic_level" integer,
	"disabled" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drug_inventory" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"warehouse_id" bigint NOT NULL,
	"drug_id" bigint NOT NULL,
	"stock" integer NOT NULL,
	"price" integer NOT NULL,
	"status" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "stock_is_never_negative" CHECK ("drug_inventory"."stock" >= 0)
);
--> statement-breakpoint
CREATE TABLE "warehouse" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"type" integer,
	"is_default" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "im_conversation" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"patient_id" bigint NOT NULL,
	"doctor_id" bigint,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"patient_read_up_to" integer DEFAULT 0 NOT NULL,
	"patient_delivered_up_to" integer DEFAULT 0 NOT NULL,
	"doctor_read_up_to" integer DEFAULT 0 NOT NULL,
	"doctor_delivered_up_to" integer DEFAULT 0 NOT NULL,
	"create_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "im_event" (
	"conversation_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"id" bigserial,
	"tenant_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"client_message_id" text,
	"sender_type" integer NOT NULL,
	"sender_id" bigint NOT NULL,
	"type" integer,
	"content" text,
	"status" integer DEFAULT 0 NOT NULL,
	"payload" jsonb,
	"send_time" bigint NOT NULL,
	CONSTRAINT "im_event_conversation_id_seq_pk" PRIMARY KEY("conversation_id","seq")
);
--> statement-breakpoint
CREATE TABLE "his_record" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"patient_id" bigint NOT NULL,
	"visit_no" text NOT NULL,
	"visit_time" bigint NOT NULL,
	"hospital" text NOT NULL,
	"dept" text NOT NULL,
	"doctor" text NOT NULL,
	"diagnosis" text NOT NULL,
	"sections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"orders" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reports" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "patient" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"name" text NOT NULL,
	"gender" integer DEFAULT 0 NOT NULL,
	"birthday" text,
	"avatar" text,
	"mobile" text NOT NULL,
	"id_no" text,
	"password_hash" text,
	"language" text DEFAULT 'zh-CN' NOT NULL,
	"weight_kg" double precision,
	"pregnant" integer,
	"lactating" integer,
	"liver" integer,
	"kidney" integer,
	"allergy" text,
	"allergens" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"past" text DEFAULT '' NOT NULL,
	"family" text,
	"personal" text,
	"surgery" text,
	"create_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prescription" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"prescription_no" text NOT NULL,
	"order_id" bigint NOT NULL,
	"order_no" text NOT NULL,
	"case_id" bigint,
	"patient_id" bigint NOT NULL,
	"doctor_id" bigint NOT NULL,
	"warehouse_id" bigint NOT NULL,
	"category" integer DEFAULT 1 NOT NULL,
	"rx_type" integer DEFAULT 0 NOT NULL,
	"patient" jsonb NOT NULL,
	"diagnosis_list" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"advice" text,
	"over_days_reason" text,
	"overrides" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"amount" integer DEFAULT 0 NOT NULL,
	"status" integer NOT NULL,
	"audit_status" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"double_sign" boolean DEFAULT false NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"client_request_id" text NOT NULL,
	"lease_id" text,
	"lease_holder_id" bigint,
	"lease_until" bigint,
	"auditor_id" bigint,
	"audit_time" bigint,
	"audit_remark" text,
	"audit_reason_codes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"audit_checklist" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cancel_reason" text,
	"doctor_signature" jsonb,
	"auditor_signature" jsonb,
	"create_time" bigint NOT NULL,
	"submit_time" bigint,
	"expire_time" bigint NOT NULL,
	"update_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prescription_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"prescription_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"time" bigint NOT NULL,
	"operator_id" bigint,
	"operator_name" text DEFAULT '' NOT NULL,
	"action" text NOT NULL,
	"remark" text,
	"data" jsonb
);
--> statement-breakpoint
CREATE TABLE "prescription_version" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"prescription_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"create_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"session_id" bigint NOT NULL,
	"expire_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "captcha" (
	"token" text PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"x" integer NOT NULL,
	"secret_key" text NOT NULL,
	"expire_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"tenant_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"operation" text NOT NULL,
	"answer" jsonb,
	"create_time" bigint NOT NULL,
	CONSTRAINT "idempotency_key_tenant_id_user_id_key_pk" PRIMARY KEY("tenant_id","user_id","key")
);
--> statement-breakpoint
CREATE TABLE "login_session" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"user_type" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"create_time" bigint NOT NULL,
	"expire_time" bigint NOT NULL,
	"revoke_time" bigint,
	"revoke_reason" text
);
--> statement-breakpoint
CREATE TABLE "rate_counter" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"expire_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"session_id" bigint NOT NULL,
	"create_time" bigint NOT NULL,
	"rotate_time" bigint
);
--> statement-breakpoint
CREATE TABLE "server_secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_code" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"mobile" text NOT NULL,
	"scene" integer NOT NULL,
	"code_hash" text NOT NULL,
	"ip" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"create_time" bigint NOT NULL,
	"expire_time" bigint NOT NULL,
	"use_time" bigint
);
--> statement-breakpoint
CREATE TABLE "ticket" (
	"hash" text PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"expire_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consult_config" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"doctor_id" bigint NOT NULL,
	"consult_type" integer NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"price" integer DEFAULT 0 NOT NULL,
	"duration_min" integer DEFAULT 1440 NOT NULL,
	"msg_limit" integer,
	"max_concurrent" integer
);
--> statement-breakpoint
CREATE TABLE "qualification" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"doctor_id" bigint NOT NULL,
	"id_card_front" text DEFAULT '' NOT NULL,
	"id_card_back" text DEFAULT '' NOT NULL,
	"practice_cert_no" text DEFAULT '' NOT NULL,
	"practice_cert_urls" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"qualification_cert_no" text DEFAULT '' NOT NULL,
	"qualification_cert_urls" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"title_cert_urls" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"title_code" integer,
	"dept_id" bigint,
	"audit_status" integer DEFAULT 0 NOT NULL,
	"audit_remark" text,
	"expire_time" bigint,
	"update_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quick_reply" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"doctor_id" bigint,
	"title" text,
	"content" text NOT NULL,
	"type" integer,
	"pinyin" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"use_count" integer DEFAULT 0 NOT NULL,
	"create_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedule" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"doctor_id" bigint NOT NULL,
	"weekday" integer NOT NULL,
	"period" text NOT NULL,
	"consult_type" integer NOT NULL,
	"quota" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"avatar" text DEFAULT '' NOT NULL,
	"mobile" text NOT NULL,
	"gender" integer DEFAULT 0 NOT NULL,
	"dept_id" bigint,
	"dept_name" text DEFAULT '' NOT NULL,
	"dept_name_en" text DEFAULT '' NOT NULL,
	"title_code" integer,
	"science_title_code" integer,
	"is_auditor" boolean DEFAULT false NOT NULL,
	"good_at" text DEFAULT '' NOT NULL,
	"introduction" text DEFAULT '' NOT NULL,
	"area_id" text,
	"sign_url" text,
	"disabled" boolean DEFAULT false NOT NULL,
	"online" boolean DEFAULT false NOT NULL,
	"status" integer DEFAULT 0 NOT NULL,
	"create_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dict_data" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"dict_type" text NOT NULL,
	"value" text NOT NULL,
	"label" text NOT NULL,
	"label_en" text NOT NULL,
	"color_type" text DEFAULT 'default' NOT NULL,
	"css_class" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_object" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"width" integer,
	"height" integer,
	"sha256" text NOT NULL,
	"directory" text DEFAULT '' NOT NULL,
	"owner_type" integer NOT NULL,
	"owner_id" bigint NOT NULL,
	"conversation_id" bigint,
	"create_time" bigint NOT NULL,
	CONSTRAINT "file_object_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "icon" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"url" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenant" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"title" text,
	"logo" text,
	"level" integer,
	"disabled" boolean DEFAULT false NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenant_host" (
	"host" text PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ui_setting" (
	"tenant_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"value" jsonb NOT NULL,
	"update_time" bigint NOT NULL,
	CONSTRAINT "ui_setting_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "audit_trail" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"time" bigint NOT NULL,
	"user_type" integer,
	"user_id" bigint,
	"action" text NOT NULL,
	"entity" text,
	"entity_id" text,
	"patient_id" bigint,
	"purpose" text,
	"outcome" text NOT NULL,
	"ip" text,
	"request_id" text,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "domain_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"create_time" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "case_info" ADD CONSTRAINT "case_info_order_id_consult_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."consult_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_info" ADD CONSTRAINT "case_info_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_info" ADD CONSTRAINT "case_info_doctor_id_staff_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_version" ADD CONSTRAINT "case_version_case_id_case_info_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."case_info"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consult_order" ADD CONSTRAINT "consult_order_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consult_order" ADD CONSTRAINT "consult_order_doctor_id_staff_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_log" ADD CONSTRAINT "order_log_order_id_consult_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."consult_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doctor_disease" ADD CONSTRAINT "doctor_disease_doctor_id_staff_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doctor_disease" ADD CONSTRAINT "doctor_disease_disease_western_id_diagnosis_id_fk" FOREIGN KEY ("disease_western_id") REFERENCES "public"."diagnosis"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drug_inventory" ADD CONSTRAINT "drug_inventory_warehouse_id_warehouse_id_fk" FOREIGN KEY ("warehouse_id") REFERENCES "public"."warehouse"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drug_inventory" ADD CONSTRAINT "drug_inventory_drug_id_drug_id_fk" FOREIGN KEY ("drug_id") REFERENCES "public"."drug"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "his_record" ADD CONSTRAINT "his_record_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient" ADD CONSTRAINT "patient_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prescription" ADD CONSTRAINT "prescription_order_id_consult_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."consult_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prescription" ADD CONSTRAINT "prescription_case_id_case_info_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."case_info"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prescription" ADD CONSTRAINT "prescription_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prescription" ADD CONSTRAINT "prescription_doctor_id_staff_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prescription" ADD CONSTRAINT "prescription_warehouse_id_warehouse_id_fk" FOREIGN KEY ("warehouse_id") REFERENCES "public"."warehouse"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prescription_log" ADD CONSTRAINT "prescription_log_prescription_id_prescription_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescription"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prescription_version" ADD CONSTRAINT "prescription_version_prescription_id_prescription_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescription"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_session_id_login_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."login_session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_login_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."login_session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consult_config" ADD CONSTRAINT "consult_config_doctor_id_staff_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qualification" ADD CONSTRAINT "qualification_doctor_id_staff_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_doctor_id_staff_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_host" ADD CONSTRAINT "tenant_host_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "case_info_tenant_id_order_id_index" ON "case_info" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "case_info_tenant_id_patient_id_update_time_index" ON "case_info" USING btree ("tenant_id","patient_id","update_time");--> statement-breakpoint
CREATE UNIQUE INDEX "case_version_case_id_version_index" ON "case_version" USING btree ("case_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "consult_order_tenant_id_order_no_index" ON "consult_order" USING btree ("tenant_id","order_no");--> statement-breakpoint
CREATE INDEX "consult_order_tenant_id_status_create_time_index" ON "consult_order" USING btree ("tenant_id","status","create_time");--> statement-breakpoint
CREATE INDEX "consult_order_tenant_id_doctor_id_status_create_time_index" ON "consult_order" USING btree ("tenant_id","doctor_id","status","create_time");--> statement-breakpoint
CREATE INDEX "consult_order_tenant_id_doctor_id_create_time_index" ON "consult_order" USING btree ("tenant_id","doctor_id","create_time");--> statement-breakpoint
CREATE INDEX "consult_order_tenant_id_patient_id_create_time_index" ON "consult_order" USING btree ("tenant_id","patient_id","create_time");--> statement-breakpoint
CREATE INDEX "consult_order_status_expire_time_index" ON "consult_order" USING btree ("status","expire_time");--> statement-breakpoint
CREATE INDEX "order_log_tenant_id_order_id_id_index" ON "order_log" USING btree ("tenant_id","order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "diagnosis_tenant_id_code_index" ON "diagnosis" USING btree ("tenant_id","code");--> statement-breakpoint
CREATE UNIQUE INDEX "doctor_disease_tenant_id_doctor_id_disease_western_id_index" ON "doctor_disease" USING btree ("tenant_id","doctor_id","disease_western_id");--> statement-breakpoint
CREATE UNIQUE INDEX "drug_tenant_id_code_index" ON "drug" USING btree ("tenant_id","code");--> statement-breakpoint
CREATE INDEX "drug_tenant_id_generic_code_index" ON "drug" USING btree ("tenant_id","generic_code");--> statement-breakpoint
CREATE UNIQUE INDEX "drug_inventory_tenant_id_warehouse_id_drug_id_index" ON "drug_inventory" USING btree ("tenant_id","warehouse_id","drug_id");--> statement-breakpoint
CREATE INDEX "drug_inventory_tenant_id_drug_id_index" ON "drug_inventory" USING btree ("tenant_id","drug_id");--> statement-breakpoint
CREATE UNIQUE INDEX "im_conversation_tenant_id_order_id_index" ON "im_conversation" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "im_conversation_tenant_id_doctor_id_index" ON "im_conversation" USING btree ("tenant_id","doctor_id");--> statement-breakpoint
CREATE INDEX "im_conversation_tenant_id_patient_id_index" ON "im_conversation" USING btree ("tenant_id","patient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "im_event_client_message" ON "im_event" USING btree ("tenant_id","sender_type","sender_id","client_message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "im_event_id_index" ON "im_event" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "his_record_tenant_id_patient_id_visit_no_index" ON "his_record" USING btree ("tenant_id","patient_id","visit_no");--> statement-breakpoint
CREATE INDEX "his_record_tenant_id_patient_id_visit_time_index" ON "his_record" USING btree ("tenant_id","patient_id","visit_time");--> statement-breakpoint
CREATE UNIQUE INDEX "patient_tenant_id_mobile_index" ON "patient" USING btree ("tenant_id","mobile");--> statement-breakpoint
CREATE UNIQUE INDEX "prescription_tenant_id_prescription_no_index" ON "prescription" USING btree ("tenant_id","prescription_no");--> statement-breakpoint
CREATE UNIQUE INDEX "prescription_client_request" ON "prescription" USING btree ("tenant_id","doctor_id","client_request_id");--> statement-breakpoint
CREATE INDEX "prescription_tenant_id_audit_status_create_time_index" ON "prescription" USING btree ("tenant_id","audit_status","create_time");--> statement-breakpoint
CREATE INDEX "prescription_tenant_id_update_time_id_index" ON "prescription" USING btree ("tenant_id","update_time","id");--> statement-breakpoint
CREATE INDEX "prescription_tenant_id_doctor_id_create_time_index" ON "prescription" USING btree ("tenant_id","doctor_id","create_time");--> statement-breakpoint
CREATE INDEX "prescription_tenant_id_doctor_id_status_create_time_index" ON "prescription" USING btree ("tenant_id","doctor_id","status","create_time");--> statement-breakpoint
CREATE INDEX "prescription_tenant_id_auditor_id_audit_time_index" ON "prescription" USING btree ("tenant_id","auditor_id","audit_time");--> statement-breakpoint
CREATE INDEX "prescription_tenant_id_patient_id_create_time_index" ON "prescription" USING btree ("tenant_id","patient_id","create_time");--> statement-breakpoint
CREATE INDEX "prescription_tenant_id_order_id_index" ON "prescription" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "prescription_status_expire_time_index" ON "prescription" USING btree ("status","expire_time");--> statement-breakpoint
CREATE INDEX "prescription_log_tenant_id_prescription_id_id_index" ON "prescription_log" USING btree ("tenant_id","prescription_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "prescription_version_prescription_id_version_index" ON "prescription_version" USING btree ("prescription_id","version");--> statement-breakpoint
CREATE INDEX "access_token_session_id_index" ON "access_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "access_token_expire_time_index" ON "access_token" USING btree ("expire_time");--> statement-breakpoint
CREATE INDEX "login_session_tenant_id_user_type_user_id_index" ON "login_session" USING btree ("tenant_id","user_type","user_id");--> statement-breakpoint
CREATE INDEX "refresh_token_session_id_index" ON "refresh_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sms_code_tenant_id_mobile_scene_create_time_index" ON "sms_code" USING btree ("tenant_id","mobile","scene","create_time");--> statement-breakpoint
CREATE UNIQUE INDEX "consult_config_tenant_id_doctor_id_consult_type_index" ON "consult_config" USING btree ("tenant_id","doctor_id","consult_type");--> statement-breakpoint
CREATE UNIQUE INDEX "qualification_tenant_id_doctor_id_index" ON "qualification" USING btree ("tenant_id","doctor_id");--> statement-breakpoint
CREATE INDEX "quick_reply_tenant_id_doctor_id_sort_index" ON "quick_reply" USING btree ("tenant_id","doctor_id","sort");--> statement-breakpoint
CREATE UNIQUE INDEX "schedule_slot" ON "schedule" USING btree ("tenant_id","doctor_id","weekday","period","consult_type");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_tenant_id_username_index" ON "staff" USING btree ("tenant_id","username");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_tenant_id_mobile_index" ON "staff" USING btree ("tenant_id","mobile");--> statement-breakpoint
CREATE UNIQUE INDEX "dict_data_tenant_id_dict_type_value_index" ON "dict_data" USING btree ("tenant_id","dict_type","value");--> statement-breakpoint
CREATE INDEX "file_object_tenant_id_owner_type_owner_id_index" ON "file_object" USING btree ("tenant_id","owner_type","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "icon_tenant_id_code_index" ON "icon" USING btree ("tenant_id","code");--> statement-breakpoint
CREATE INDEX "audit_trail_tenant_id_time_index" ON "audit_trail" USING btree ("tenant_id","time");--> statement-breakpoint
CREATE INDEX "audit_trail_tenant_id_patient_id_time_index" ON "audit_trail" USING btree ("tenant_id","patient_id","time");--> statement-breakpoint
CREATE INDEX "domain_event_tenant_id_id_index" ON "domain_event" USING btree ("tenant_id","id");