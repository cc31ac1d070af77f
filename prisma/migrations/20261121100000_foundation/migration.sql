-- CreateTable
CREATE TABLE "account" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT,
    "state" TEXT NOT NULL DEFAULT 'active',
    "roles" TEXT[],
    "auth_source" TEXT NOT NULL DEFAULT 'local',
    "full_name" TEXT,
    "phone_number" TEXT,
    "lang" TEXT NOT NULL DEFAULT 'en',
    "totp_secret" TEXT,
    "totp_enabled" BOOLEAN NOT NULL DEFAULT false,
    "totp_last_step" BIGINT,
    "totp_recovery" TEXT[],
    "email_confirmed" BOOLEAN NOT NULL DEFAULT true,
    "preferences" JSONB NOT NULL DEFAULT '{}',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_sign_in_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "xsrf" TEXT NOT NULL,
    "confirmed" BOOLEAN NOT NULL DEFAULT true,
    "description" TEXT NOT NULL DEFAULT '',
    "ip" INET NOT NULL,
    "user_agent" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "idle_seconds" INTEGER,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_key" (
    "key_hash" BYTEA NOT NULL,
    "account_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_key_pkey" PRIMARY KEY ("key_hash")
);

-- CreateTable
CREATE TABLE "access_list" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "ip_list" TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "access_list_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_list_member" (
    "access_list_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,

    CONSTRAINT "access_list_member_pkey" PRIMARY KEY ("access_list_id","account_id")
);

-- CreateTable
CREATE TABLE "sign_in_failure" (
    "subject" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_failure_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "known_network" (
    "account_id" INTEGER NOT NULL,
    "network" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_network_pkey" PRIMARY KEY ("account_id","network")
);

-- CreateTable
CREATE TABLE "ssh_key" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "ssh_pub_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ssh_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "console_ticket" (
    "token_hash" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "host_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "session_id" INTEGER,
    "mode" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "console_ticket_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "ippool" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "userspace" INTEGER NOT NULL DEFAULT 1,
    "auto_selection_allowed" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ippool_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ippool_cluster" (
    "ippool_id" INTEGER NOT NULL,
    "cluster_id" INTEGER NOT NULL,
    "interface" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ippool_cluster_pkey" PRIMARY KEY ("ippool_id","cluster_id","interface")
);

-- CreateTable
CREATE TABLE "ipnet" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "net" INET NOT NULL,
    "gateway" INET,
    "family" INTEGER NOT NULL,
    "need_reserve" BOOLEAN NOT NULL DEFAULT true,
    "vlan" TEXT,
    "note" TEXT NOT NULL DEFAULT '',
    "userspace" INTEGER NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ipnet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "iprange" (
    "id" SERIAL NOT NULL,
    "ippool_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "first" INET NOT NULL,
    "last" INET NOT NULL,
    "family" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "iprange_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ip" (
    "id" SERIAL NOT NULL,
    "ip_addr" INET NOT NULL,
    "family" INTEGER NOT NULL,
    "ippool_id" INTEGER,
    "ipnet_id" INTEGER,
    "iprange_id" INTEGER,
    "domain" TEXT,
    "gateway" TEXT,
    "mask" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'allocating',
    "host_id" INTEGER,
    "host_interface_id" INTEGER,
    "cluster_interface" INTEGER,
    "account_id" INTEGER,
    "note" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ip_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "change" (
    "id" BIGSERIAL NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "account_id" INTEGER,
    "everyone" BOOLEAN NOT NULL DEFAULT false,
    "data" JSONB NOT NULL DEFAULT '{}',
    "relations" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "account_id" INTEGER,
    "session_id" INTEGER,
    "ip" INET,
    "operation" TEXT NOT NULL,
    "entity" TEXT,
    "entity_id" INTEGER,
    "input" JSONB NOT NULL DEFAULT '{}',
    "request_id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency" (
    "account_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "answer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_pkey" PRIMARY KEY ("account_id","key")
);

-- CreateTable
CREATE TABLE "setting" (
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "task" (
    "id" SERIAL NOT NULL,
    "consul_id" INTEGER NOT NULL,
    "registry_id" INTEGER NOT NULL DEFAULT 0,
    "entity" TEXT,
    "account_id" INTEGER,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'created',
    "defer_reason" TEXT,
    "input" JSONB NOT NULL DEFAULT '{}',
    "output" JSONB,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dedupe_key" TEXT,
    "worker" TEXT,
    "fence" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "recoveries" INTEGER NOT NULL DEFAULT 0,
    "cancel_requested" BOOLEAN NOT NULL DEFAULT false,
    "after_id" INTEGER,
    "percent" INTEGER NOT NULL DEFAULT 0,
    "message" TEXT,
    "step" TEXT,
    "error_code" TEXT,
    "error" TEXT,
    "dismissed" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task_step" (
    "task_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "ord" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "output" JSONB,
    "error" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "task_step_pkey" PRIMARY KEY ("task_id","name")
);

-- CreateTable
CREATE TABLE "task_lock" (
    "task_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "capacity" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "task_lock_pkey" PRIMARY KEY ("task_id","key")
);

-- CreateTable
CREATE TABLE "lease" (
    "name" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "lease_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "cluster" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "virtualization_type" TEXT NOT NULL,
    "datacenter_type" TEXT NOT NULL DEFAULT 'common',
    "state" TEXT NOT NULL DEFAULT 'active',
    "comment" TEXT,
    "data_center" TEXT,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "os_storage_path" TEXT NOT NULL DEFAULT '/share',
    "image_storage_path" TEXT NOT NULL DEFAULT '/images',
    "domain_template" TEXT,
    "host_distribution_policy" TEXT NOT NULL DEFAULT 'spread',
    "host_filter" JSONB NOT NULL DEFAULT '[]',
    "host_per_node_limit" INTEGER NOT NULL DEFAULT -1,
    "overselling" DOUBLE PRECISION NOT NULL DEFAULT 1,
    "cpu_overselling" DOUBLE PRECISION NOT NULL DEFAULT -1,
    "datacenter_params" JSONB,
    "dns_servers" TEXT[],
    "node_network" JSONB,
    "vxlan_mode" TEXT NOT NULL DEFAULT 'disabled',
    "vxlan_settings" JSONB,
    "balancer_mode" TEXT NOT NULL DEFAULT 'off',
    "balancer_config" JSONB,
    "spice_enabled" BOOLEAN NOT NULL DEFAULT false,
    "iso_enabled" BOOLEAN NOT NULL DEFAULT false,
    "manage_disk_enabled" BOOLEAN NOT NULL DEFAULT false,
    "domain_change_allowed" BOOLEAN NOT NULL DEFAULT false,
    "proxy_enabled" BOOLEAN NOT NULL DEFAULT false,
    "interfaces" JSONB NOT NULL DEFAULT '[]',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cluster_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "storage" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "comment" TEXT,
    "storage_params" JSONB,
    "is_network" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "storage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cluster_storage" (
    "cluster_id" INTEGER NOT NULL,
    "storage_id" INTEGER NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "is_main" BOOLEAN NOT NULL DEFAULT false,
    "hdd_overselling" DOUBLE PRECISION NOT NULL DEFAULT 1,
    "virt_pool" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "cluster_storage_pkey" PRIMARY KEY ("cluster_id","storage_id")
);

-- CreateTable
CREATE TABLE "node" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "cluster_id" INTEGER NOT NULL,
    "ip" TEXT NOT NULL,
    "ipv6" TEXT,
    "port" INTEGER NOT NULL DEFAULT 22,
    "ssh_user" TEXT NOT NULL DEFAULT 'root',
    "host_key" TEXT,
    "attach_password" TEXT,
    "state" TEXT NOT NULL DEFAULT 'creating',
    "comment" TEXT,
    "vcpu_limit" INTEGER NOT NULL DEFAULT -1,
    "host_limit" INTEGER NOT NULL DEFAULT -1,
    "overselling" DOUBLE PRECISION NOT NULL DEFAULT 1,
    "host_filter" JSONB NOT NULL DEFAULT '[]',
    "interfaces" JSONB NOT NULL DEFAULT '[]',
    "maintenance_mode" BOOLEAN NOT NULL DEFAULT false,
    "host_creation_blocked" BOOLEAN NOT NULL DEFAULT false,
    "accelerator" TEXT,
    "libvirt_version" TEXT,
    "qemu_version" TEXT,
    "kernel_version" TEXT,
    "os_version" TEXT,
    "cpu_model" TEXT,
    "cpu_number" INTEGER NOT NULL DEFAULT 0,
    "ram_mib" INTEGER NOT NULL DEFAULT 0,
    "ram_used_mib" INTEGER NOT NULL DEFAULT 0,
    "cpu_percent" INTEGER NOT NULL DEFAULT 0,
    "storage_total_mib" INTEGER NOT NULL DEFAULT 0,
    "storage_used_mib" INTEGER NOT NULL DEFAULT 0,
    "libvirt_error" TEXT,
    "unavailable_since" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "node_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "node_interface" (
    "id" SERIAL NOT NULL,
    "node_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "mac" TEXT,
    "state" TEXT NOT NULL DEFAULT 'up',
    "slaves" TEXT[],
    "ip_params" JSONB NOT NULL DEFAULT '{}',
    "vlan" INTEGER,
    "is_default" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "node_interface_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "repository" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'checking',
    "type" TEXT NOT NULL DEFAULT 'os',
    "fault" TEXT,
    "checked_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "repository_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "os" (
    "id" SERIAL NOT NULL,
    "repository_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "virtual_size_mib" INTEGER NOT NULL,
    "hdd_mib_required" INTEGER NOT NULL,
    "min_ram_mib" INTEGER NOT NULL,
    "login_user" TEXT NOT NULL DEFAULT 'root',
    "os_group" TEXT NOT NULL,
    "tags" TEXT[],
    "state" TEXT NOT NULL DEFAULT 'active',
    "adminonly" BOOLEAN NOT NULL DEFAULT false,
    "kms_supported" BOOLEAN NOT NULL DEFAULT false,
    "kms_ip" TEXT,
    "kms_port" TEXT,
    "product_key" TEXT,
    "efi_boot" BOOLEAN NOT NULL DEFAULT false,
    "comment" TEXT,
    "updated_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "os_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "os_cluster" (
    "os_id" INTEGER NOT NULL,
    "cluster_id" INTEGER NOT NULL,

    CONSTRAINT "os_cluster_pkey" PRIMARY KEY ("os_id","cluster_id")
);

-- CreateTable
CREATE TABLE "os_node" (
    "os_id" INTEGER NOT NULL,
    "node_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'ready',
    "sha256" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "os_node_pkey" PRIMARY KEY ("os_id","node_id")
);

-- CreateTable
CREATE TABLE "host" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "internal_name" TEXT NOT NULL,
    "uuid" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "cluster_id" INTEGER NOT NULL,
    "node_id" INTEGER,
    "os_id" INTEGER,
    "os_name" TEXT,
    "os_group" TEXT,
    "login_user" TEXT NOT NULL DEFAULT 'root',
    "state" TEXT NOT NULL DEFAULT 'creating',
    "action" TEXT,
    "fault" JSONB,
    "domain" TEXT,
    "comment" TEXT,
    "expand_part" TEXT,
    "cpu_number" INTEGER NOT NULL,
    "cpu_number_new" INTEGER,
    "ram_mib" INTEGER NOT NULL,
    "ram_mib_new" INTEGER,
    "net_bandwidth_mbitps" INTEGER,
    "cpu_mode" TEXT NOT NULL DEFAULT 'default',
    "cpu_custom_model" TEXT,
    "nesting" BOOLEAN NOT NULL DEFAULT false,
    "tuning" JSONB NOT NULL DEFAULT '{}',
    "firewall_rules" JSONB NOT NULL DEFAULT '[]',
    "anti_spoofing" BOOLEAN NOT NULL DEFAULT false,
    "efi_boot" BOOLEAN NOT NULL DEFAULT false,
    "hot_plug" BOOLEAN NOT NULL DEFAULT false,
    "live_resize" BOOLEAN NOT NULL DEFAULT false,
    "is_protected" BOOLEAN NOT NULL DEFAULT false,
    "extended_protection" BOOLEAN NOT NULL DEFAULT false,
    "spice_enabled" BOOLEAN NOT NULL DEFAULT false,
    "spice_additional_enabled" BOOLEAN NOT NULL DEFAULT false,
    "snapshot_ram" BOOLEAN NOT NULL DEFAULT false,
    "snapshots_allowed" BOOLEAN NOT NULL DEFAULT true,
    "snapshot_limit" INTEGER,
    "balancer_mode" TEXT NOT NULL DEFAULT 'cluster',
    "ha_restore_on_fail" BOOLEAN,
    "ha_restore_priority" INTEGER,
    "property" JSONB NOT NULL DEFAULT '{}',
    "tags" TEXT[],
    "vnc_port" INTEGER,
    "vnc_password" TEXT,
    "guest_password" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "state_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cpu_percent" INTEGER,
    "ram_used_mib" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "host_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "host_interface" (
    "id" SERIAL NOT NULL,
    "host_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "mac" TEXT NOT NULL,
    "model" TEXT NOT NULL DEFAULT 'virtio',
    "bridge" TEXT NOT NULL,
    "node_interface_id" INTEGER,
    "dhcp" BOOLEAN NOT NULL DEFAULT false,
    "is_main_network" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "host_interface_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "disk" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "host_id" INTEGER,
    "account_id" INTEGER,
    "cluster_id" INTEGER NOT NULL,
    "node_id" INTEGER,
    "storage_id" INTEGER NOT NULL,
    "path" TEXT,
    "format" TEXT NOT NULL DEFAULT 'qcow2',
    "target_dev" TEXT,
    "bus" TEXT NOT NULL DEFAULT 'virtio',
    "size_mib" INTEGER NOT NULL,
    "size_mib_new" INTEGER,
    "boot_order" INTEGER NOT NULL DEFAULT 1,
    "is_main" BOOLEAN NOT NULL DEFAULT false,
    "expand_part" TEXT,
    "tags" INTEGER[],
    "state" TEXT NOT NULL DEFAULT 'creating',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "disk_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "host_history" (
    "id" SERIAL NOT NULL,
    "host_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "date_create" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',
    "user" TEXT,
    "task" INTEGER,

    CONSTRAINT "host_history_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_email_key" ON "account"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_hash_key" ON "session"("token_hash");

-- CreateIndex
CREATE INDEX "session_account_id_idx" ON "session"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "access_list_name_key" ON "access_list"("name");

-- CreateIndex
CREATE INDEX "access_list_member_account_id_idx" ON "access_list_member"("account_id");

-- CreateIndex
CREATE INDEX "ssh_key_account_id_idx" ON "ssh_key"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "ippool_name_key" ON "ippool"("name");

-- CreateIndex
CREATE INDEX "ippool_cluster_cluster_id_idx" ON "ippool_cluster"("cluster_id");

-- CreateIndex
CREATE UNIQUE INDEX "ipnet_name_key" ON "ipnet"("name");

-- CreateIndex
CREATE INDEX "iprange_ippool_id_idx" ON "iprange"("ippool_id");

-- CreateIndex
CREATE UNIQUE INDEX "ip_ip_addr_key" ON "ip"("ip_addr");

-- CreateIndex
CREATE INDEX "ip_host_id_idx" ON "ip"("host_id");

-- CreateIndex
CREATE INDEX "ip_ippool_id_idx" ON "ip"("ippool_id");

-- CreateIndex
CREATE INDEX "ip_ipnet_id_idx" ON "ip"("ipnet_id");

-- CreateIndex
CREATE INDEX "ip_iprange_id_idx" ON "ip"("iprange_id");

-- CreateIndex
CREATE INDEX "change_entity_entity_id_idx" ON "change"("entity", "entity_id");

-- CreateIndex
CREATE INDEX "audit_entity_entity_id_idx" ON "audit"("entity", "entity_id");

-- CreateIndex
CREATE INDEX "audit_account_id_idx" ON "audit"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "task_dedupe_key_key" ON "task"("dedupe_key");

-- CreateIndex
CREATE INDEX "task_consul_id_idx" ON "task"("consul_id");

-- CreateIndex
CREATE INDEX "task_entity_registry_id_idx" ON "task"("entity", "registry_id");

-- CreateIndex
CREATE INDEX "task_lock_key_idx" ON "task_lock"("key");

-- CreateIndex
CREATE UNIQUE INDEX "cluster_name_key" ON "cluster"("name");

-- CreateIndex
CREATE UNIQUE INDEX "storage_name_key" ON "storage"("name");

-- CreateIndex
CREATE INDEX "cluster_storage_storage_id_idx" ON "cluster_storage"("storage_id");

-- CreateIndex
CREATE UNIQUE INDEX "node_name_key" ON "node"("name");

-- CreateIndex
CREATE INDEX "node_cluster_id_idx" ON "node"("cluster_id");

-- CreateIndex
CREATE UNIQUE INDEX "node_interface_node_id_name_key" ON "node_interface"("node_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "repository_name_key" ON "repository"("name");

-- CreateIndex
CREATE UNIQUE INDEX "os_repository_id_name_key" ON "os"("repository_id", "name");

-- CreateIndex
CREATE INDEX "os_node_node_id_idx" ON "os_node"("node_id");

-- CreateIndex
CREATE UNIQUE INDEX "host_internal_name_key" ON "host"("internal_name");

-- CreateIndex
CREATE UNIQUE INDEX "host_uuid_key" ON "host"("uuid");

-- CreateIndex
CREATE INDEX "host_cluster_id_idx" ON "host"("cluster_id");

-- CreateIndex
CREATE INDEX "host_node_id_idx" ON "host"("node_id");

-- CreateIndex
CREATE UNIQUE INDEX "host_account_id_name_key" ON "host"("account_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "host_interface_mac_key" ON "host_interface"("mac");

-- CreateIndex
CREATE UNIQUE INDEX "host_interface_host_id_name_key" ON "host_interface"("host_id", "name");

-- CreateIndex
CREATE INDEX "disk_host_id_idx" ON "disk"("host_id");

-- CreateIndex
CREATE INDEX "disk_node_id_idx" ON "disk"("node_id");

-- CreateIndex
CREATE INDEX "disk_storage_id_idx" ON "disk"("storage_id");

-- CreateIndex
CREATE INDEX "host_history_host_id_idx" ON "host_history"("host_id");

-- CreateIndex
CREATE INDEX "host_history_task_idx" ON "host_history"("task");
