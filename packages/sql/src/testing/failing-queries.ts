/** Fails only on the hidden order 999. */
const failing = "(CASE WHEN id = 999 THEN status ELSE '1' END)::int"

/** PostgreSQL queries over the shop, each of which fails if it ever reads order 999. */
export const failingQueries = [
  `SELECT ${failing} FROM orders`,
  `SELECT id FROM orders WHERE ${failing} > 0 AND tenant_id = 't2'`,
  `SELECT count(*) FROM orders GROUP BY ${failing}`,
  `SELECT count(*) FROM orders GROUP BY id HAVING max(${failing}) > 0`,
  `SELECT rank() OVER (ORDER BY ${failing}) FROM orders`,
  `SELECT sum(${failing}), count(*) FILTER (WHERE ${failing} > 0) FROM orders`,
  `SELECT id FROM users u WHERE EXISTS (SELECT 1 FROM orders WHERE ${failing} > u.id)`,
  `SELECT (SELECT max(${failing}) FROM orders WHERE user_id = u.id) FROM users u`,
  `SELECT x.v FROM users u, LATERAL (SELECT ${failing} AS v FROM orders WHERE user_id = u.id) x`,
  `WITH orders AS (SELECT * FROM orders WHERE ${failing} > 0) SELECT * FROM orders`,
  `SELECT i.id FROM order_items i JOIN (SELECT ${failing} AS v, id FROM orders) o ON o.id = i.order_id AND o.v > 0`,
  `SELECT id FROM orders LIMIT (SELECT count(${failing}) FROM orders)`,
]
