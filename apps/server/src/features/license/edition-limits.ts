import type { Edition, EditionLimits } from '@parlance/contract'
import { unlimited } from '@parlance/contract'

const day = { month: 30, year: 365 }

/** What an edition allows. */
export interface EditionRights extends EditionLimits {
  /** API tokens, and what they are used for: the client and the MCP server. */
  api_access_enabled: boolean
  single_sign_on_enabled: boolean
}

/** The limits of each edition. An installation without a valid license has the personal limits. */
export const editionLimits: Record<Edition, EditionRights> = {
  personal: {
    edition: 'personal',
    max_users: 1,
    max_databases: 3,
    max_business_areas: 3,
    max_tables_per_area: 5,
    row_security_enabled: false,
    column_security_enabled: false,
    restricted_visibility_enabled: false,
    api_access_enabled: false,
    single_sign_on_enabled: false,
    export_formats: ['csv'],
    history_days: day.month,
  },
  standard: {
    edition: 'standard',
    max_users: 50,
    max_databases: 10,
    max_business_areas: 50,
    max_tables_per_area: 10,
    row_security_enabled: false,
    column_security_enabled: false,
    restricted_visibility_enabled: false,
    api_access_enabled: true,
    single_sign_on_enabled: false,
    export_formats: ['csv', 'xlsx', 'json', 'ndjson'],
    history_days: day.year,
  },
  enterprise: {
    edition: 'enterprise',
    max_users: unlimited,
    max_databases: unlimited,
    max_business_areas: unlimited,
    max_tables_per_area: unlimited,
    row_security_enabled: true,
    column_security_enabled: true,
    restricted_visibility_enabled: true,
    api_access_enabled: true,
    single_sign_on_enabled: true,
    export_formats: ['csv', 'xlsx', 'json', 'ndjson', 'parquet', 'custom'],
    history_days: unlimited,
  },
  demo: {
    edition: 'demo',
    max_users: 50,
    max_databases: 10,
    max_business_areas: 50,
    max_tables_per_area: 10,
    row_security_enabled: false,
    column_security_enabled: false,
    restricted_visibility_enabled: true,
    api_access_enabled: true,
    single_sign_on_enabled: false,
    export_formats: ['csv', 'xlsx', 'json', 'ndjson'],
    history_days: day.year,
  },
}

/** The name of the support level of each edition. */
export const supportLevel: Record<Edition, string> = {
  personal: 'community',
  standard: 'priority email',
  enterprise: 'dedicated team',
  demo: 'community',
}
