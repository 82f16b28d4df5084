import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely'

/** What model calls used: per question, per day, in progress, and of each budget. */
export async function modelUsage(db: Kysely<unknown>): Promise<void> {
  await withTokens(
    db.schema
      .createTable('turn_usage')
      .addColumn('turn_id', 'text', (column) => column.notNull().references('turns.id').onDelete('cascade'))
      .addColumn('provider', 'text', required)
      .addColumn('model', 'text', required)
      .addColumn('currency', 'text', required),
  )
    .addPrimaryKeyConstraint('turn_usage_key', ['turn_id', 'provider', 'model', 'currency'])
    .execute()
  await createDays(db)
  await createReservations(db)
  await createBudgets(db)
}

/** References nothing, so that the totals outlive users, areas, and conversations. */
async function createDays(db: Kysely<unknown>): Promise<void> {
  await withTokens(
    db.schema
      .createTable('usage_days')
      .addColumn('day', 'text', required)
      .addColumn('user_id', 'text', required)
      .addColumn('area_id', 'text', required)
      .addColumn('connection_id', 'text', required)
      .addColumn('provider', 'text', required)
      .addColumn('model', 'text', required)
      .addColumn('purpose', 'text', required)
      .addColumn('currency', 'text', required),
  )
    .addPrimaryKeyConstraint('usage_days_key', [
      'day',
      'user_id',
      'area_id',
      'connection_id',
      'provider',
      'model',
      'purpose',
      'currency',
    ])
    .execute()
  await db.schema.createIndex('usage_days_user').on('usage_days').columns(['user_id', 'day']).execute()
  await db.schema.createIndex('usage_days_area').on('usage_days').columns(['area_id', 'day']).execute()
}

function withTokens<Table extends string, Column extends string>(table: CreateTableBuilder<Table, Column>) {
  return table
    .addColumn('calls', 'double precision', required)
    .addColumn('prompt', 'double precision', required)
    .addColumn('cached', 'double precision', required)
    .addColumn('cache_written', 'double precision', required)
    .addColumn('completion', 'double precision', required)
    .addColumn('reasoning', 'double precision', required)
    .addColumn('estimated', 'double precision', required)
    .addColumn('unpriced', 'double precision', required)
    .addColumn('cost', 'double precision', required)
}

function required(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull()
}

async function createReservations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('model_reservations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'text', required)
    .addColumn('user_id', 'text', required)
    .addColumn('area_id', 'text', required)
    .addColumn('connection_id', 'text', required)
    .addColumn('turn_id', 'text')
    .addColumn('provider', 'text', required)
    .addColumn('model', 'text', required)
    .addColumn('purpose', 'text', required)
    .addColumn('expected_prompt', 'double precision', required)
    .addColumn('tokens', 'double precision', required)
    .addColumn('cost', 'double precision')
    .addColumn('currency', 'text', required)
    .execute()
}

async function createBudgets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('budgets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('scope', 'text', required)
    .addColumn('target_id', 'text', required)
    .addColumn('period', 'text', required)
    .addColumn('unit', 'text', required)
    .addColumn('amount', 'double precision', required)
    .addColumn('currency', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('updated_by', 'text')
    .addUniqueConstraint('budgets_once', ['scope', 'target_id', 'period', 'unit'])
    .execute()
  await db.schema
    .createTable('budget_counters')
    .addColumn('budget_id', 'text', (column) => column.notNull().references('budgets.id').onDelete('cascade'))
    .addColumn('subject', 'text', required)
    .addColumn('starts_on', 'text', required)
    .addColumn('used', 'double precision', required)
    .addPrimaryKeyConstraint('budget_counters_key', ['budget_id', 'subject', 'starts_on'])
    .execute()
}
