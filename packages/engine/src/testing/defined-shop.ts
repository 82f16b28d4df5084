import {
  definitionsSchema,
  noDefinitions,
  type AreaJoin,
  type Definitions,
  type DefinitionKind,
  type DefinitionsInput,
} from '@parlance/contract'
import type { SemanticModel } from '@parlance/semantics'
import { databaseOf, type TestDatabase } from './sqlite-database.ts'

/** The value of today in every test over this shop. */
export const definedToday = '2026-03-20'

/** Orders with lines, payments, and returns: joining any two of the three repeats the rows of both. */
export const definedShopSchema = `
CREATE TABLE regions (region_id INTEGER PRIMARY KEY, state TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, region_id INTEGER NOT NULL REFERENCES regions, segment TEXT NOT NULL, last_login DATE, internal INTEGER NOT NULL);
CREATE TABLE products (product_id INTEGER PRIMARY KEY, title TEXT NOT NULL, category TEXT NOT NULL, unit_cost REAL NOT NULL);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers, created_at DATE NOT NULL, shipped_on DATE, status TEXT NOT NULL, amount REAL NOT NULL, discount REAL NOT NULL);
CREATE TABLE order_lines (line_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders, product_id INTEGER NOT NULL REFERENCES products, quantity INTEGER NOT NULL, price REAL NOT NULL);
CREATE TABLE payments (payment_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders, paid_on DATE NOT NULL, sum_paid REAL NOT NULL);
CREATE TABLE returns (return_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders, returned_on DATE NOT NULL, refund REAL NOT NULL);
INSERT INTO regions VALUES (1, 'Nordrhein-Westfalen', 'Germany'), (2, 'Bayern', 'Germany'), (3, 'Île-de-France', 'France');
INSERT INTO customers VALUES (1, 'Anna', 1, 'Business', '2026-03-01', 0), (2, 'Boris', 2, 'Consumer', '2025-11-01', 0), (3, 'Chloé', 3, 'Business', '2026-03-10', 0), (4, 'Test user', 1, 'Consumer', NULL, 1);
INSERT INTO products VALUES (1, 'Lamp', 'Light', 10), (2, 'Chair', 'Seating', 30), (3, 'Sofa', 'Seating', 200);
INSERT INTO orders VALUES (1, 1, '2025-01-15', '2025-01-20', 'completed', 100, 10), (2, 1, '2025-06-10', '2025-06-30', 'completed', 300, 0), (3, 2, '2025-06-12', NULL, 'cancelled', 500, 0),
  (4, 2, '2026-01-05', '2026-01-09', 'completed', 200, 20), (5, 3, '2026-02-01', '2026-02-20', 'completed', 1000, 100), (6, 3, '2026-02-15', NULL, 'open', 50, 0), (7, 4, '2026-03-01', '2026-03-02', 'completed', 40, 0);
INSERT INTO order_lines VALUES (1, 1, 1, 4, 25), (2, 2, 2, 5, 60), (3, 3, 3, 1, 500), (4, 4, 1, 2, 25), (5, 4, 2, 2, 75), (6, 5, 3, 2, 450), (7, 5, 1, 4, 25), (8, 6, 1, 2, 25), (9, 7, 1, 1, 40);
INSERT INTO payments VALUES (1, 1, '2025-01-16', 50), (2, 1, '2025-02-16', 40), (3, 2, '2025-06-11', 300), (4, 4, '2026-01-06', 180), (5, 5, '2026-02-02', 400), (6, 5, '2026-03-02', 500), (7, 7, '2026-03-01', 40);
INSERT INTO returns VALUES (1, 2, '2025-07-01', 60), (2, 2, '2025-07-08', 60), (3, 5, '2026-03-05', 25);
`

/** What the words of this shop mean. */
export const shopDefinitions: Definitions = definitionsSchema.parse({
  metrics: [
    {
      name: 'Net revenue',
      synonyms: ['net sales', 'turnover'],
      description: 'What customers owe after discounts. Cancelled orders do not count.',
      computation: {
        kind: 'aggregate',
        table: 'orders',
        expression: 'SUM(amount - discount)',
        condition: "status <> 'cancelled'",
      },
      unit: 'EUR',
      format: { style: 'currency', decimals: 0 },
    },
    {
      name: 'Orders',
      computation: {
        kind: 'aggregate',
        table: 'orders',
        expression: 'COUNT(*)',
        condition: "status <> 'cancelled'",
      },
    },
    {
      name: 'Average order value',
      synonyms: ['AOV', 'basket size'],
      computation: { kind: 'formula', formula: '{Net revenue} / {Orders}' },
      unit: 'EUR',
    },
    {
      name: 'Cancellation rate',
      computation: {
        kind: 'aggregate',
        table: 'orders',
        expression: "1.0 * SUM(CASE WHEN status = 'cancelled' THEN 1 ELSE 0 END) / COUNT(*)",
      },
      format: { style: 'percent', decimals: 1 },
    },
    {
      name: 'Refunds',
      computation: {
        kind: 'aggregate',
        table: 'returns',
        expression: 'SUM(refund)',
        time_column: { table: 'returns', column: 'returned_on' },
      },
    },
    {
      name: 'Cash in',
      synonyms: ['payments received'],
      computation: { kind: 'aggregate', table: 'payments', expression: 'SUM(sum_paid)' },
    },
    { name: 'Refund rate', computation: { kind: 'formula', formula: '{Refunds} / {Net revenue}' } },
    {
      name: 'Buyers',
      computation: {
        kind: 'aggregate',
        table: 'orders',
        expression: 'COUNT(DISTINCT customer_id)',
        condition: "status <> 'cancelled'",
      },
      dimensions: ['Country'],
    },
    {
      name: 'Gross sales',
      computation: { kind: 'aggregate', table: 'orders', expression: 'SUM(amount)' },
      deprecated: { reason: 'It includes cancelled orders', use_instead: 'Net revenue' },
    },
    {
      name: 'Units',
      computation: { kind: 'aggregate', table: 'order_lines', expression: 'SUM(order_lines.quantity)' },
    },
    { name: 'Basket units', computation: { kind: 'formula', formula: '{Units} / {Orders}' } },
  ],
  dimensions: [
    { name: 'Country', synonyms: ['market'], table: 'regions', expression: 'country' },
    {
      name: 'Order size',
      synonyms: ['size class'],
      table: 'orders',
      expression: "CASE WHEN amount >= 300 THEN 'large' ELSE 'small' END",
    },
    { name: 'Customer segment', table: 'customers', expression: 'segment' },
  ],
  filters: [
    { name: 'Active', synonyms: ['engaged'], table: 'customers', condition: "last_login >= '2026-01-01'" },
    { name: 'Internal customers', synonyms: ['test accounts'], table: 'customers', condition: 'internal = 1' },
    { name: 'Late', table: 'orders', condition: 'julianday(shipped_on) - julianday(created_at) > 10' },
  ],
  time_columns: [{ table: 'orders', column: 'created_at' }],
  value_synonyms: [{ table: 'regions', column: 'state', value: 'Nordrhein-Westfalen', synonyms: ['NRW'] }],
} satisfies DefinitionsInput)

/** Opens the shop. */
export function openDefinedShop(): TestDatabase {
  return databaseOf(definedShopSchema)
}

/** The definitions of an area over a test database, in which every table has its own name. */
export function modelOf(
  { catalogue }: Pick<TestDatabase, 'catalogue'>,
  definitions: Partial<Definitions>,
  joins: AreaJoin[] = [],
): SemanticModel {
  return {
    dialect: catalogue.dialect,
    tables: catalogue.tables.map((entry) => ({ name: entry.name, sql: entry.name, entry, masked: new Set() })),
    joins,
    definitions: { ...noDefinitions, ...definitions },
    versionOf: (kind: DefinitionKind) => (kind === 'metric' ? 3 : 1),
  }
}
