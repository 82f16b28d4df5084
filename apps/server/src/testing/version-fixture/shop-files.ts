import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const shop = `
  create table regions (id integer primary key, name text);
  create table customers (
    id integer primary key, name text, email text, phone text, region text, credit integer, note text,
    tax_id text, card text, birthday text, archived integer default 0
  );
  create table orders (
    id integer primary key, customer_id integer references customers (id), ordered_on text, amount integer,
    archived integer default 0
  );
  create table order_lines (
    id integer primary key, order_id integer references orders (id), product text, quantity integer
  );
  create table visits (id integer primary key, customer_id integer references customers (id), dept_id text, rep_id text);
  create table staff (id integer primary key, name text, email text, salary integer);
  create view big_orders as
    select o.id, c.name, c.email, o.amount from orders o join customers c on c.id = o.customer_id where o.amount > 100;
  insert into regions values (1, 'north'), (2, 'south');
  insert into customers values
    (1, 'Nora Nord', 'nora@north.example', '+49 30 1234567', 'north', 900, 'pays late', 'DE111', '4111111111111111', '1980-01-01', 0),
    (2, 'Nick Nord', 'nick@north.example', '+49 30 7654321', 'north', 5200, null, 'DE222', '4222222222222222', '1985-05-05', 0),
    (3, 'Sara Sued', 'sara@south.example', '+49 89 1112223', 'south', 12000, 'new', 'DE333', '4333333333333333', '1990-09-09', 0),
    (4, 'Old Customer', 'old@north.example', '+49 30 9999999', 'north', 10, 'gone', 'DE444', '4444444444444444', '1950-02-02', 1);
  insert into orders values
    (1, 1, '2026-01-05', 50, 0), (2, 1, '2026-02-06', 250, 0), (3, 2, '2026-03-07', 400, 0), (4, 3, '2026-04-08', 700, 0),
    (5, 4, '2020-01-01', 9000, 0), (6, 2, '2019-01-01', 5, 1);
  insert into order_lines values (1, 1, 'Pen', 5), (2, 2, 'Desk', 1), (3, 3, 'Paper', 500), (4, 4, 'Chair', 4), (5, 5, 'Lamp', 9);
  insert into visits values (1, 1, 'sales', null), (2, 2, 'service', null), (3, 3, 'sales', null);
  insert into staff values (1, 'Ina Boss', 'ina@shop.example', 9000), (2, 'Tom Clerk', 'tom@shop.example', 3000);
`

const warehouse = `
  create table suppliers (id integer primary key, name text, country text);
  create table parts (id integer primary key, supplier_id integer references suppliers (id), name text, stock integer);
  insert into suppliers values (1, 'Acme', 'Austria'), (2, 'Bolt & Co', 'Belgium');
  insert into parts values (1, 1, 'Screw', 1000), (2, 2, 'Bolt', 20), (3, 2, 'Nut', 0);
`

/** Creates the databases that the fixture's connections open, where the server looks for files by name. */
export function makeShopFiles(dataDir: string): void {
  const folder = join(dataDir, 'databases')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [name, sql] of Object.entries({ shop, warehouse })) {
    const database = new DatabaseSync(join(folder, `${name}.sqlite`))
    database.exec(sql)
    database.close()
  }
}
