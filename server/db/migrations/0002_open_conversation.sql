ALTER TABLE "im_conversation" ADD COLUMN "open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE im_conversation SET open = true FROM consult_order WHERE consult_order.id = im_conversation.order_id AND consult_order.status = 20;
