CREATE TABLE "known_device" (
	"tenant_id" bigint NOT NULL,
	"device_hash" text NOT NULL,
	"user_type" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"last_time" bigint NOT NULL,
	CONSTRAINT "known_device_tenant_id_device_hash_user_type_user_id_pk" PRIMARY KEY("tenant_id","device_hash","user_type","user_id")
);
--> statement-breakpoint
CREATE TABLE "password_failure" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"free_time" bigint NOT NULL,
	"expire_time" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sms_code" ADD COLUMN "requester" text DEFAULT '' NOT NULL;