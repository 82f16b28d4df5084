import type { Kysely } from 'kysely'

/** Sign-in providers, the identities of users there, and what their claims give. */
export async function singleSignOn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_on_providers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('client_secret', 'text')
    .addColumn('is_enabled', 'integer', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('last_test', 'text')
    .addColumn('tested_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('sign_on_groups')
    .addColumn('provider_id', 'text', (column) =>
      column.notNull().references('sign_on_providers.id').onDelete('cascade'),
    )
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('group_id', 'text', (column) => column.notNull().references('user_groups.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('sign_on_groups_key', ['provider_id', 'value', 'group_id'])
    .execute()
  await db.schema
    .createTable('identities')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('provider_id', 'text', (column) =>
      column.notNull().references('sign_on_providers.id').onDelete('cascade'),
    )
    .addColumn('has_verified_email', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .addPrimaryKeyConstraint('identities_key', ['issuer', 'subject'])
    .addUniqueConstraint('identities_user', ['user_id', 'issuer'])
    .execute()
  await db.schema
    .createTable('identity_memberships')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('group_id', 'text', (column) => column.notNull().references('user_groups.id').onDelete('cascade'))
    .addColumn('provider_id', 'text', (column) =>
      column.notNull().references('sign_on_providers.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('identity_memberships_key', ['user_id', 'group_id'])
    .execute()
  await db.schema.createIndex('identity_memberships_group').on('identity_memberships').column('group_id').execute()
  await db.schema
    .createTable('identity_attributes')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('provider_id', 'text', (column) =>
      column.notNull().references('sign_on_providers.id').onDelete('cascade'),
    )
    .addColumn('attributes', 'text', (column) => column.notNull())
    .execute()
  for (const column of ['provider_id', 'id_token', 'ends_at']) {
    await db.schema.alterTable('sign_ins').addColumn(column, 'text').execute()
  }
}
