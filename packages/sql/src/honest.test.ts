import { formatMessage, type SqlDialect } from '@parlance/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Policies } from './contract.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { honestCatalogue, honestPolicies } from './testing/honest.ts'
import { shopRequest } from './testing/request.ts'

/** Questions that users ask, in the words of each dialect: none may be refused. */
const honest: Partial<Record<SqlDialect, string[]>> = {
  postgresql: [
    "SELECT date_trunc('month', o.created_at)::date AS month, sum(o.total) FROM orders o WHERE o.created_at >= CURRENT_DATE - INTERVAL '12 months' GROUP BY 1 ORDER BY 1",
    "SELECT EXTRACT(YEAR FROM created_at) AS y, count(*) FILTER (WHERE status = 'paid') FROM orders GROUP BY y",
    'SELECT u.name, o.total, rank() OVER (PARTITION BY u.city ORDER BY o.total DESC NULLS LAST) FROM users u JOIN orders o ON o.user_id = u.id',
    "SELECT to_char(created_at, 'YYYY-MM') AS m, round(avg(total)::numeric, 2) FROM orders GROUP BY m HAVING count(*) > 1",
    'SELECT DISTINCT ON (user_id) user_id, total FROM orders ORDER BY user_id, created_at DESC',
    "SELECT string_agg(DISTINCT name, ', ' ORDER BY name) FROM users WHERE name ILIKE '%a%' AND email ~* '@example'",
    'WITH m AS (SELECT user_id, sum(total) AS t FROM orders GROUP BY user_id) SELECT u.name, m.t, m.t / sum(m.t) OVER () FROM m JOIN users u ON u.id = m.user_id',
    'SELECT u.name, l.total FROM users u CROSS JOIN LATERAL (SELECT total FROM orders WHERE user_id = u.id ORDER BY total DESC LIMIT 1) l',
    "SELECT d::date, count(o.id) FROM generate_series('2025-01-01'::date, '2025-12-31', '1 month') AS d LEFT JOIN orders o ON date_trunc('month', o.created_at) = d GROUP BY d",
    'SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total) FROM orders',
    "SELECT COALESCE(city, 'none'), NULLIF(count(*), 0), GREATEST(max(id), 1) FROM users GROUP BY GROUPING SETS ((city), ())",
    'SELECT a.name FROM users a WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.user_id = a.id) FETCH FIRST 5 ROWS ONLY',
    'SELECT lag(total, 1, 0) OVER w, sum(total) OVER (w ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM orders WINDOW w AS (ORDER BY created_at)',
    'SELECT status, count(*) * 100.0 / (SELECT count(*) FROM orders) AS share FROM orders GROUP BY status ORDER BY share DESC',
    "SELECT substring(email FROM position('@' IN email) + 1) AS domain, trim(both ' ' from name), overlay(name placing 'x' from 1) FROM users",
    "SELECT id FROM orders WHERE created_at BETWEEN '2025-01-01' AND now() AND (status, total) IN (('paid', 5))",
    'SELECT (SELECT array_agg(x) FROM unnest(ARRAY[1, 2]) AS x), name || city, id % 2, -id FROM users',
    "SELECT u.name FROM users AS u NATURAL JOIN orders WHERE u.id = ANY (ARRAY[1, 2]) AND created_at AT TIME ZONE 'UTC' > '2025-01-01'",
    'SELECT user_id, total FROM orders UNION ALL (SELECT id, 0 FROM users ORDER BY id LIMIT 3) ORDER BY 2',
  ],
  sqlite: [
    "SELECT strftime('%Y-%m', created_at) AS month, sum(total) AS revenue FROM orders GROUP BY month ORDER BY month",
    "SELECT name FROM users WHERE created IS NULL OR city LIKE 'B%' ESCAPE '!'".replace('created IS NULL OR ', ''),
    "SELECT date(created_at, 'start of month', '-1 month') FROM orders WHERE date(created_at) >= date('now', '-30 days')",
    'SELECT u.name, (SELECT count(*) FROM orders o WHERE o.user_id = u.id) AS n FROM users u ORDER BY n DESC LIMIT 5 OFFSET 2',
    "SELECT iif(total > 10, 'big', 'small') AS size, printf('%.2f', avg(total)) FROM orders GROUP BY size",
    "SELECT group_concat(name, ', ') FROM users GROUP BY city HAVING count(*) > 1",
    "SELECT CAST(strftime('%Y', created_at) AS INTEGER) AS y, total(total) FROM orders GROUP BY 1",
    'SELECT product, sum(quantity) * 1.0 / sum(sum(quantity)) OVER () FROM order_items GROUP BY product',
    'SELECT name FROM users EXCEPT SELECT status FROM orders',
    "SELECT json_extract(name, '$.a'), name ->> '$.b' FROM users",
    'SELECT * FROM users ORDER BY name COLLATE NOCASE, id IS NULL, random()',
    'SELECT x.* FROM (SELECT user_id, max(total) FROM orders GROUP BY user_id) AS x JOIN users ON users.id = x.user_id',
    "SELECT round(julianday('now') - julianday(created_at)) FROM orders WHERE NOT status IN ('a') AND total NOT BETWEEN 1 AND 2",
    'SELECT id FROM users WHERE (city, name) IN (SELECT city, name FROM users) AND id == 1 AND id != 2',
  ],
  mysql: [
    "SELECT DATE_FORMAT(created_at, '%Y-%m') AS month, SUM(total) FROM orders WHERE created_at >= DATE_SUB(CURDATE(), INTERVAL 12 MONTH) GROUP BY month",
    "SELECT u.name, GROUP_CONCAT(DISTINCT o.status ORDER BY o.status SEPARATOR ', ') FROM users u LEFT JOIN orders o ON o.user_id = u.id GROUP BY u.name",
    'SELECT YEAR(created_at), MONTH(created_at), COUNT(*) FROM orders GROUP BY YEAR(created_at), MONTH(created_at) LIMIT 5, 10',
    "SELECT IF(total > 5, 'a', 'b'), IFNULL(status, 'x'), CONCAT(status, '-', id) FROM orders",
    "SELECT TIMESTAMPDIFF(DAY, created_at, NOW()) FROM orders WHERE status REGEXP '^p' AND total DIV 2 = 1",
    'SELECT name, ROW_NUMBER() OVER (PARTITION BY city ORDER BY id) AS r FROM users',
    'SELECT EXTRACT(YEAR FROM created_at), CAST(total AS DECIMAL(10, 2)), CONVERT(total, CHAR) FROM orders WHERE status = "paid"',
    'WITH t AS (SELECT user_id, SUM(total) AS s FROM orders GROUP BY user_id) SELECT * FROM t WHERE s > (SELECT AVG(s) FROM t)',
    'SELECT `name` AS `Full Name` FROM `users` ORDER BY `Full Name` DESC',
    'SELECT status, COUNT(*) FROM orders GROUP BY status WITH ROLLUP',
  ],
  tsql: [
    'SELECT TOP (5) u.name, SUM(o.total) AS revenue FROM users u INNER JOIN orders o ON o.user_id = u.id GROUP BY u.name ORDER BY revenue DESC',
    "SELECT YEAR(created_at) AS y, FORMAT(created_at, 'yyyy-MM'), DATEADD(month, -1, GETDATE()) FROM dbo.orders",
    "SELECT [name], ISNULL([city], N'none') FROM [dbo].[users] WHERE [name] LIKE N'%a%'",
    'SELECT id FROM orders ORDER BY created_at OFFSET 10 ROWS FETCH NEXT 5 ROWS ONLY',
    'SELECT u.name, x.total FROM users u CROSS APPLY (SELECT TOP 1 total FROM orders o WHERE o.user_id = u.id ORDER BY total DESC) x',
    "SELECT STRING_AGG(name, ', ') WITHIN GROUP (ORDER BY name), DATEDIFF(day, MIN(city), MAX(city)) FROM users",
    'SELECT CONVERT(date, created_at), TRY_CAST(status AS int), IIF(total > 1, 1, 0) FROM orders',
    'SELECT DATEPART(quarter, created_at) AS q, COUNT_BIG(*) FROM orders GROUP BY DATEPART(quarter, created_at)',
    'SELECT revenue = SUM(total) FROM orders',
  ],
  oracle: [
    "SELECT TO_CHAR(created_at, 'YYYY-MM') AS m, SUM(total) FROM orders GROUP BY TO_CHAR(created_at, 'YYYY-MM')",
    'SELECT * FROM (SELECT name, id FROM users ORDER BY id) WHERE ROWNUM <= 5',
    "SELECT NVL(city, 'none'), DECODE(status, 'a', 1, 0) FROM users, orders WHERE users.id = orders.user_id(+)",
    "SELECT LISTAGG(name, ', ') WITHIN GROUP (ORDER BY name) FROM users",
    'SELECT ADD_MONTHS(SYSDATE, -12), TRUNC(created_at) FROM orders FETCH FIRST 5 ROWS ONLY',
    'SELECT name FROM users WHERE created_at IS NOT NULL'.replace('created_at', 'city'),
    'SELECT EXTRACT(YEAR FROM created_at) FROM orders',
    'SELECT name FROM users MINUS SELECT status FROM orders',
  ],
  snowflake: [
    "SELECT DATE_TRUNC('month', created_at) AS m, SUM(total) FROM orders GROUP BY 1 ORDER BY 1",
    'SELECT name, ROW_NUMBER() OVER (PARTITION BY city ORDER BY id) AS r FROM users QUALIFY r = 1',
    "SELECT DATEADD(day, -7, CURRENT_DATE()), IFF(total > 1, 'a', 'b'), total::int, NVL(status, 'x') FROM orders",
    "SELECT name ILIKE '%a%', LISTAGG(city, ', ') WITHIN GROUP (ORDER BY city) FROM users GROUP BY 1",
    'SELECT f.value FROM users u, LATERAL FLATTEN(input => PARSE_JSON(u.name)) f',
    'SELECT * EXCLUDE (email) FROM users',
    "SELECT TO_CHAR(created_at, 'YYYY'), COUNT_IF(total > 5), DATEDIFF('day', created_at, CURRENT_TIMESTAMP()) FROM orders GROUP BY ALL".replace(
      ' GROUP BY ALL',
      ' GROUP BY 1, created_at',
    ),
  ],
  bigquery: [
    'SELECT DATE_TRUNC(DATE(created_at), MONTH) AS m, SUM(total) FROM `shop.orders` GROUP BY m',
    "SELECT FORMAT_DATE('%Y', DATE(created_at)), SAFE_DIVIDE(SUM(total), COUNT(*)), COUNTIF(total > 5) FROM shop.orders GROUP BY 1",
    "SELECT * EXCEPT (email) FROM users WHERE REGEXP_CONTAINS(name, r'^a') AND DATE_DIFF(CURRENT_DATE(), DATE '2025-01-01', DAY) > 5",
    'SELECT ARRAY_AGG(name IGNORE NULLS ORDER BY name LIMIT 5)[OFFSET(0)] FROM users',
    "SELECT x FROM UNNEST(['a', 'b']) AS x",
    'SELECT TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY), CAST(total AS STRING), IFNULL(status, "x") FROM orders',
    'SELECT name FROM users QUALIFY ROW_NUMBER() OVER (PARTITION BY city ORDER BY id) = 1',
    'SELECT EXTRACT(DAYOFWEEK FROM created_at) AS d, APPROX_QUANTILES(total, 4) FROM orders GROUP BY d',
  ],
  dremio: [
    "SELECT DATE_TRUNC('MONTH', created_at) AS m, SUM(total) FROM shop.orders GROUP BY DATE_TRUNC('MONTH', created_at)",
    'SELECT u.name, COUNT(*) FROM users u JOIN orders o ON u.id = o.user_id GROUP BY u.name ORDER BY 2 DESC LIMIT 5',
    "SELECT TO_CHAR(created_at, 'YYYY'), CASE WHEN total > 1 THEN 'a' END FROM orders WHERE created_at > DATE '2025-01-01'",
  ],
  hana: [
    'SELECT YEAR(created_at), SUM(total) FROM orders GROUP BY YEAR(created_at)',
    "SELECT TOP 5 name, IFNULL(city, 'none') FROM users ORDER BY name",
    "SELECT TO_VARCHAR(created_at, 'YYYY-MM'), ADD_DAYS(CURRENT_DATE, -7) FROM orders LIMIT 5",
    "SELECT STRING_AGG(name, ', ' ORDER BY name) FROM users",
  ],
}

/** What analysts write in each dialect: accepted always, accepted only without rules, and refused for now. */
interface Spoken {
  always: string[]
  withoutRules: string[]
  refused: string[]
}

const spoken = (['tsql', 'oracle', 'snowflake', 'bigquery', 'dremio', 'hana'] as const).map((dialect) => {
  const file = join(import.meta.dirname, `../corpus/honest/${dialect}.json`)
  return [dialect, JSON.parse(readFileSync(file, 'utf8')) as Spoken] as const
})

describe.each(spoken)('%s as analysts write it', (dialect, { always, withoutRules }) => {
  const catalogue = honestCatalogue(dialect)
  const ask = (sql: string, policies: Policies | null) =>
    gate(shopRequest(sql, dialect, { catalogue, policies }), parseSql)

  test.each(always)('is accepted with and without rules: %s', async (sql) => {
    for (const policies of [null, honestPolicies]) {
      const result = await ask(sql, policies)
      expect(result.allowed ? [] : result.reasons).toEqual([])
    }
  })

  test.each(withoutRules)('is accepted without rules: %s', async (sql) => {
    const result = await ask(sql, null)
    expect(result.allowed ? [] : result.reasons).toEqual([])
    expect(await ask(sql, honestPolicies)).toMatchObject({ allowed: false })
  })
})

const refusals = spoken.flatMap(([dialect, { refused }]) => refused.map((sql) => [dialect, sql] as const))

test.each(refusals)('refuses on %s and shows how to write it: %s', async (dialect, sql) => {
  const result = await gate(shopRequest(sql, dialect, { catalogue: honestCatalogue(dialect) }), parseSql)
  expect(result.allowed ? sql : formatMessage(result.reasons[0]!.message)).toMatch(/\w{2}/)
  expect(result.allowed).toBe(false)
})

describe.each(Object.entries(honest))('%s', (dialect, queries) => {
  test.each(queries)('%s', async (sql) => {
    const result = await gate(shopRequest(sql, dialect as SqlDialect), parseSql)
    expect(result.allowed ? [] : result.reasons).toEqual([])
  })
})
