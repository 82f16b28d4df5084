export const schemaSql = `
CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  description TEXT
);
CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  category_id INTEGER NOT NULL REFERENCES categories (id),
  name TEXT NOT NULL UNIQUE,
  price NUMERIC(10,2) NOT NULL,
  cost NUMERIC(10,2) NOT NULL,
  stock_quantity INTEGER NOT NULL,
  is_active BOOLEAN NOT NULL,
  created_at DATE NOT NULL
);
CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  phone TEXT,
  city TEXT NOT NULL,
  country TEXT NOT NULL,
  segment TEXT NOT NULL CHECK (segment IN ('Consumer', 'Small Business', 'Corporate')),
  created_at TIMESTAMP NOT NULL
);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  status TEXT NOT NULL
    CHECK (status IN ('pending', 'processing', 'shipped', 'delivered', 'cancelled', 'returned')),
  order_date DATE NOT NULL,
  shipped_date DATE,
  payment_method TEXT NOT NULL,
  total NUMERIC(10,2) NOT NULL
);
CREATE TABLE order_items (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  product_id INTEGER NOT NULL REFERENCES products (id),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  unit_price NUMERIC(10,2) NOT NULL,
  discount NUMERIC(4,2) NOT NULL DEFAULT 0,
  UNIQUE (order_id, product_id)
);
CREATE TABLE reviews (
  id INTEGER PRIMARY KEY,
  product_id INTEGER NOT NULL REFERENCES products (id),
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
  title TEXT NOT NULL,
  body TEXT,
  created_at TIMESTAMP NOT NULL
);
`

/** Created after the rows are inserted, which is faster. */
export const indexSql = `
CREATE INDEX products_category ON products (category_id);
CREATE INDEX customers_country ON customers (country, city);
CREATE INDEX orders_customer ON orders (customer_id);
CREATE INDEX orders_date ON orders (order_date);
CREATE INDEX order_items_product ON order_items (product_id);
CREATE INDEX reviews_product ON reviews (product_id);
CREATE INDEX reviews_customer ON reviews (customer_id);
ANALYZE;
`
