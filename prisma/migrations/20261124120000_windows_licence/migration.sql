-- Product keys are sealed from now on; until now none was taken.
UPDATE "os" SET "product_key" = NULL, "kms_ip" = NULLIF("kms_ip", ''), "kms_port" = NULLIF("kms_port", '');
-- Whether a system is Windows is said by its group.
ALTER TABLE "os" DROP COLUMN "kms_supported";
