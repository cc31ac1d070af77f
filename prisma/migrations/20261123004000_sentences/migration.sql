-- CreateTable
CREATE TABLE "sentence" (
    "digest" BYTEA NOT NULL,
    "template" TEXT NOT NULL,
    "values" JSONB NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sentence_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "sentence_told_at_idx" ON "sentence"("told_at");
