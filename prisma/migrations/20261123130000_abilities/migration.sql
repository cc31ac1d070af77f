-- What a node can do for VMs beyond what every node can; read anew whenever it is connected.
ALTER TABLE "node" ADD COLUMN "abilities" TEXT[] DEFAULT ARRAY[]::TEXT[];
UPDATE "node" SET "abilities" = CASE WHEN "accelerator" = 'kvm' THEN ARRAY['host_cpu', 'cpu_model', 'nesting', 'efi_boot']
                                     WHEN "accelerator" IS NOT NULL THEN ARRAY['cpu_model', 'efi_boot'] ELSE ARRAY[]::TEXT[] END;
