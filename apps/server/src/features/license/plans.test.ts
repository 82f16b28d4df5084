import { expect, test } from 'vitest'
import { comparison, plans } from '../../../../web/src/public-pages/pricing/plans.ts'
import { editionLimits } from './edition-limits.ts'

const { personal, standard, enterprise } = editionLimits
const inOrder = [personal, standard, enterprise]

test('the plan cards of the pricing page show the limits that licenses enforce', () => {
  expect(plans.map(({ limits }) => limits)).toEqual(
    inOrder.map((limits) => ({
      users: limits.max_users,
      databases: limits.max_databases,
      businessAreas: limits.max_business_areas,
      tablesPerArea: limits.max_tables_per_area,
    })),
  )
})

test.each([
  ['Row-level security', 'row_security_enabled'],
  ['Column-level security with masking', 'column_security_enabled'],
  ['Restricted business areas', 'restricted_visibility_enabled'],
] as const)('the pricing page offers %s with the plans that include it', (feature, key) => {
  expect(comparison).toContainEqual({
    feature,
    personal: personal[key],
    standard: standard[key],
    enterprise: enterprise[key],
  })
})

test('the pricing page offers the exports that licenses allow', () => {
  expect(inOrder.map(({ export_formats }) => export_formats)).toEqual([
    ['csv'],
    ['csv', 'xlsx', 'json', 'ndjson'],
    ['csv', 'xlsx', 'json', 'ndjson', 'parquet', 'custom'],
  ])
  expect(comparison).toContainEqual({
    feature: 'Export',
    personal: 'CSV',
    standard: 'CSV, Excel, JSON',
    enterprise: 'All formats plus custom',
  })
})

test('the pricing page shows how long licenses keep conversations', () => {
  const history = comparison.find(({ feature }) => feature === 'Query history')
  expect([history?.personal, history?.standard, history?.enterprise]).toEqual(['30 days', '1 year', 'Unlimited'])
  expect(inOrder.map(({ history_days }) => history_days)).toEqual([30, 365, -1])
})
