-- What a node can do for VMs beyond what every node can; read anew whenever it is connected.
ALTER TABLE "node" ADD COLUMN "capabilities" TEXT[] DEFAULT ARRAY[]::TEXT[];
UPDATE "node" SET "capabilities" = CASE WHEN "accelerator" = 'kvm' THEN ARRAY['host_cpu', 'cpu_model', 'nesting', 'efi_boot']
                                     WHEN "accelerator" IS NOT NULL THEN ARRAY['cpu_model', 'efi_boot'] ELSE ARRAY[]::TEXT[] END;
