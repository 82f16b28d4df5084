import { databaseOf, type TestDatabase } from './sqlite-database.ts'

/** The value of today in every test over the shop. */
export const shopToday = '2025-06-15'

/** The statements that create the shop's tables. */
export const shopSchema = `
CREATE TABLE categories (category_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE products (product_id INTEGER PRIMARY KEY, name TEXT NOT NULL, category_id INTEGER NOT NULL REFERENCES categories, price REAL NOT NULL, cost REAL NOT NULL, stock INTEGER NOT NULL, created_at DATE NOT NULL DEFAULT '2022-01-01');
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT, city TEXT, country TEXT, segment TEXT, created_at TEXT NOT NULL);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers, order_date TEXT NOT NULL, status TEXT NOT NULL, total REAL NOT NULL);
CREATE TABLE order_items (order_item_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders, product_id INTEGER NOT NULL REFERENCES products, quantity INTEGER NOT NULL, unit_price REAL NOT NULL, discount REAL NOT NULL DEFAULT 0);
CREATE TABLE reviews (review_id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products, customer_id INTEGER NOT NULL REFERENCES customers, rating INTEGER NOT NULL, comment TEXT, created_at TEXT NOT NULL);
`

/** The statements that fill the shop's tables. */
export const shopRows = `
INSERT INTO categories VALUES (1, 'Kitchen'), (2, 'Garden'), (3, 'Books');
INSERT INTO products (product_id, name, category_id, price, cost, stock) VALUES (1, 'Kettle', 1, 40, 22, 12), (2, 'Toaster', 1, 55, 30, 0), (3, 'Spade', 2, 25, 11, 40), (4, 'Rake', 2, 18, 7, 35), (5, 'Atlas', 3, 60, 28, 5), (6, 'Novel', 3, 12, 4, 90), (7, 'Lantern', 2, 32, 15, 8);
INSERT INTO customers VALUES (1, 'Ana Lopez', 'ana@example.com', 'Madrid', 'Spain', 'Consumer', '2023-11-02'), (2, 'Ben Kurz', 'ben@example.com', 'Berlin', 'Germany', 'Business', '2024-01-20'),
  (3, 'Carla Voss', NULL, 'Hamburg', 'Germany', 'Consumer', '2024-05-11'), (4, 'Dev Rao', 'dev@example.com', 'Paris', 'France', 'Consumer', '2024-08-30'), (5, 'Eva Lind', 'eva@example.com', 'Lyon', 'France', 'Business', '2025-02-14');
INSERT INTO orders VALUES (1, 1, '2024-02-10', 'delivered', 80), (2, 2, '2024-06-05', 'delivered', 110), (3, 2, '2024-11-23', 'cancelled', 25), (4, 3, '2025-01-15', 'delivered', 78), (5, 1, '2025-03-03', 'shipped', 54),
  (6, 4, '2025-05-08', 'delivered', 130), (7, 2, '2025-05-20', 'delivered', 60), (8, 4, '2025-06-02', 'pending', 36);
INSERT INTO order_items VALUES (1, 1, 1, 2, 40, 0), (2, 2, 2, 2, 55, 0), (3, 3, 3, 1, 25, 0), (4, 4, 5, 1, 60, 0), (5, 4, 4, 1, 18, 0), (6, 5, 4, 3, 18, 0), (7, 6, 1, 2, 40, 0.125), (8, 6, 5, 1, 60, 0), (9, 7, 6, 5, 12, 0), (10, 8, 4, 2, 18, 0);
INSERT INTO reviews VALUES (1, 1, 1, 5, 'Boils fast', '2024-03-01'), (2, 1, 4, 4, NULL, '2025-05-20'), (3, 5, 3, 2, 'Too heavy', '2025-02-01'), (4, 4, 1, 3, 'Fine', '2025-03-20');
`

/** A small in-memory shop whose answers can be computed by hand. */
export function openShop(): TestDatabase {
  return databaseOf(shopSchema + shopRows)
}
