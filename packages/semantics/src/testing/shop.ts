import {
  definitionsSchema,
  dialectFacts,
  metricQuerySchema,
  type AreaJoin,
  type Catalogue,
  type CatalogueTable,
  type Definitions,
  type DefinitionsInput,
  type MetricQuery,
  type MetricQueryInput,
  type SqlDialect,
} from '@parlance/contract'
import { tableSql } from '@parlance/sql'
import type { SemanticModel } from '../contract.ts'

/**
 * A shop in which careless joins count rows twice. Customers have orders and, separately, payments (a chasm); orders
 * have lines (a fan); an order has two addresses; products have tags through a table between them.
 */
export const shopTables = `
CREATE TABLE countries (code VARCHAR(2) PRIMARY KEY, name VARCHAR(50));
CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(50), country VARCHAR(2) REFERENCES countries (code), is_active INTEGER);
CREATE TABLE addresses (id INTEGER PRIMARY KEY, city VARCHAR(50));
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), billing_id INTEGER REFERENCES addresses (id), shipping_id INTEGER REFERENCES addresses (id), ordered_on DATE, status VARCHAR(20), total DECIMAL(10,2));
CREATE TABLE categories (id INTEGER PRIMARY KEY, name VARCHAR(50));
CREATE TABLE products (id INTEGER PRIMARY KEY, name VARCHAR(50), category_id INTEGER REFERENCES categories (id));
CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders (id), product_id INTEGER REFERENCES products (id), quantity INTEGER, price DECIMAL(10,2));
CREATE TABLE payments (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), paid_on DATE, amount DECIMAL(10,2));
CREATE TABLE refunds (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders (id), amount DECIMAL(10,2));
CREATE TABLE exchange_rates (currency VARCHAR(3), rate DECIMAL(10,4));
CREATE TABLE budgets (country VARCHAR(2), amount DECIMAL(10,2));
`

export const shopRows = `
INSERT INTO countries VALUES ('DE', 'Germany'), ('FR', 'France'), ('IT', 'Italy');
INSERT INTO customers VALUES (1, 'Ana', 'DE', 1), (2, 'Ben', 'DE', 0), (3, 'Cid', 'FR', 1), (4, 'Dee', NULL, 1), (5, 'Eve', 'IT', 1);
INSERT INTO addresses VALUES (1, 'Berlin'), (2, 'Paris');
INSERT INTO orders VALUES
  (1, 1, 1, 2, '2025-01-10', 'paid', 100.00), (2, 1, 1, 1, '2025-02-03', 'paid', 50.00), (3, 2, 1, 1, '2025-02-20', 'cancelled', 70.00),
  (4, 3, 2, 2, '2025-02-28', 'paid', 30.00), (5, 4, 2, 1, '2025-03-01', 'paid', 20.00), (6, NULL, NULL, NULL, NULL, 'paid', 5.00);
INSERT INTO categories VALUES (1, 'Tea'), (2, 'Cups');
INSERT INTO products VALUES (1, 'Green', 1), (2, 'Black', 1), (3, 'Mug', 2), (4, 'Loose', NULL);
INSERT INTO order_lines VALUES
  (1, 1, 1, 2, 30.00), (2, 1, 3, 4, 10.00), (3, 2, 2, 5, 10.00), (4, 3, 1, 7, 10.00),
  (5, 4, 3, 1, 30.00), (6, 5, 4, 2, 10.00), (7, 6, NULL, 1, 5.00);
INSERT INTO payments VALUES
  (1, 1, '2025-01-15', 100.00), (2, 1, '2025-02-15', 25.00), (3, 1, '2025-03-15', 25.00), (4, 5, '2025-03-20', 9.00), (5, NULL, '2025-02-01', 1.00);
INSERT INTO refunds VALUES (1, 1, 10.00), (2, 1, 5.00), (3, 4, 30.00);
INSERT INTO exchange_rates VALUES ('EUR', 1);
INSERT INTO budgets VALUES ('DE', 500.00), ('DE', 100.00), ('FR', 300.00);
`

const isUpper = (dialect: SqlDialect) => dialectFacts[dialect].folding === 'upper'

/** The shop as a database of the dialect stores it: some keep unquoted names in capitals. */
export function catalogueOn(dialect: SqlDialect, catalogue: Catalogue, schema: string | null): Catalogue {
  const spell = (name: string) => (isUpper(dialect) ? name.toUpperCase() : name)
  const tables = catalogue.tables.map((table): CatalogueTable => ({
    ...table,
    schema,
    name: spell(table.name),
    primaryKey: table.primaryKey.map(spell),
    columns: table.columns.map((column) => ({ ...column, name: spell(column.name) })),
    foreignKeys: table.foreignKeys.map((key) => ({
      columns: key.columns.map(spell),
      referencedSchema: schema,
      referencedTable: spell(key.referencedTable),
      referencedColumns: key.referencedColumns.map(spell),
    })),
  }))
  return { dialect, defaultSchema: schema, tables }
}

/** The definitions of the shop. */
export const shopDefinitions: Definitions = definitionsSchema.parse({
  metrics: [
    aggregate('Order total', 'orders', 'SUM(total)'),
    aggregate('Orders', 'orders', 'COUNT(*)'),
    aggregate('Paid orders', 'orders', 'COUNT(*) -- only what was paid', { condition: "status = 'paid'" }),
    aggregate('Average order', 'orders', 'AVG(total)'),
    aggregate('Sales', 'order_lines', 'SUM(quantity * price)', {
      time_column: { table: 'orders', column: 'ordered_on' },
    }),
    aggregate('Pieces', 'order_lines', 'SUM(quantity)'),
    aggregate('Payments', 'payments', 'SUM(amount)'),
    aggregate('Refunds', 'refunds', 'SUM(amount)', { time_column: { table: 'orders', column: 'ordered_on' } }),
    aggregate('Customers', 'customers', 'COUNT(*)'),
    aggregate('Budget', 'budgets', 'SUM(amount)'),
    formula('Net', '{Order total} - {Refunds}'),
    formula('Refund rate', '{Refunds} / {Order total}'),
    formula('Net per order', '{Net} / {Orders}'),
    formula('Unpaid', '{Order total} - {Payments}'),
    formula('Per nothing', '{Orders} / ({Orders} - {Orders})'),
    formula('Loop', '{Other loop} + 1'),
    formula('Other loop', '2 * {Loop}'),
    { ...aggregate('Total by status', 'orders', 'SUM(total)'), dimensions: ['Status'] },
  ],
  dimensions: [
    { name: 'Country', table: 'countries', expression: 'name' },
    { name: 'Customer', table: 'customers', expression: 'name' },
    { name: 'Status', table: 'orders', expression: 'status' },
    { name: 'Big', table: 'orders', expression: "CASE WHEN total >= 50 THEN 'big' ELSE 'small' END" },
    { name: 'Product', table: 'products', expression: 'name' },
    { name: 'Category', table: 'categories', expression: 'name' },
    { name: 'City', table: 'addresses', expression: 'city' },
    { name: 'Total', table: 'orders', expression: 'total' },
    { name: 'Currency', table: 'exchange_rates', expression: 'currency' },
    { name: 'Budget country', table: 'budgets', expression: 'country' },
  ],
  filters: [
    { name: 'Active customers', table: 'customers', condition: 'is_active = 1' },
    { name: 'Not cancelled', table: 'orders', condition: "status <> 'cancelled'" },
    { name: 'Tea', table: 'categories', condition: "name = 'Tea'" },
  ],
  time_columns: [
    { table: 'orders', column: 'ordered_on' },
    { table: 'payments', column: 'paid_on' },
  ],
} satisfies DefinitionsInput)

type MetricInput = NonNullable<DefinitionsInput['metrics']>[number]
type AggregateInput = Extract<MetricInput['computation'], { kind: 'aggregate' }>

function aggregate(name: string, table: string, expression: string, more: Partial<AggregateInput> = {}): MetricInput {
  return { name, computation: { kind: 'aggregate', table, expression, ...more } }
}

function formula(name: string, text: string): MetricInput {
  return { name, computation: { kind: 'formula', formula: text } }
}

/** The shop's definitions over a catalogue. */
export function modelOf(
  catalogue: Catalogue,
  { joins = [], definitions = shopDefinitions }: { joins?: AreaJoin[]; definitions?: Definitions } = {},
): SemanticModel {
  return {
    dialect: catalogue.dialect,
    tables: catalogue.tables.map((entry) => ({
      name: entry.name,
      sql: tableSql({ schema: entry.schema, table: entry.name }, catalogue) ?? '',
      entry,
      masked: new Set<string>(),
    })),
    joins,
    definitions,
    versionOf: () => 1,
  }
}

/** A metric query with everything else as by default. */
export function metricQuery(query: MetricQueryInput): MetricQuery {
  return metricQuerySchema.parse(query)
}
