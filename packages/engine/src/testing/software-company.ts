import { databaseOf, type TestDatabase } from './sqlite-database.ts'

/** The value of today in every test over the software company. */
export const softwareToday = '2026-05-14'

const statements = `
CREATE TABLE plans (plan_id INTEGER PRIMARY KEY, name TEXT NOT NULL, monthly_price DECIMAL(8,2) NOT NULL, seats_included INTEGER NOT NULL);
CREATE TABLE accounts (account_id INTEGER PRIMARY KEY, company_name TEXT NOT NULL, industry TEXT, country TEXT NOT NULL, employees INTEGER, owner_id INTEGER REFERENCES agents(agent_id), created_at TIMESTAMP NOT NULL);
CREATE TABLE agents (agent_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, team TEXT NOT NULL, manager_id INTEGER REFERENCES agents(agent_id), start_date DATE NOT NULL, end_date DATE);
CREATE TABLE subscriptions (subscription_id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES accounts, plan_id INTEGER NOT NULL REFERENCES plans, seats INTEGER NOT NULL, started_on DATE NOT NULL, cancelled_on DATE, cancel_reason TEXT);
CREATE TABLE invoices (invoice_id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES accounts, amount DECIMAL(10,2) NOT NULL, issued_on DATE NOT NULL, due_on DATE NOT NULL, paid_on DATE);
CREATE TABLE tickets (ticket_id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES accounts, assignee_id INTEGER REFERENCES agents(agent_id), subject TEXT NOT NULL, priority TEXT NOT NULL, channel TEXT NOT NULL, opened_at TIMESTAMP NOT NULL, closed_at TIMESTAMP, satisfaction INTEGER);
CREATE TABLE logins (login_id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES accounts, logged_in_at TIMESTAMP NOT NULL, device TEXT NOT NULL);
INSERT INTO plans VALUES (1,'Starter',29,3),(2,'Team',99,10),(3,'Enterprise',499,100);
INSERT INTO agents VALUES (1,'Grace Obi','Support',NULL,'2020-01-06',NULL),(2,'Hiro Tanaka','Support',1,'2022-03-14',NULL),(3,'Ines Costa','Sales',NULL,'2021-07-01',NULL),(4,'Jack Doyle','Sales',3,'2023-02-20','2026-01-31'),(5,'Kaya Demir','Support',1,'2025-10-01',NULL);
INSERT INTO accounts VALUES (1,'Acme Tools','manufacturing','Germany',250,3,'2023-03-01 10:00:00'),(2,'Blue Fox','retail','France',40,3,'2023-09-12 09:00:00'),(3,'Cedar Labs','biotech','United States',120,4,'2024-02-20 12:00:00'),(4,'Delta Freight','logistics','Germany',900,4,'2024-11-05 15:00:00'),(5,'Echo Studio','media','United States',15,NULL,'2025-06-18 08:00:00'),(6,'Fjord Bank','finance','Norway',2200,3,'2026-01-09 11:00:00'),(7,'Gold Bakery','retail','France',NULL,NULL,'2026-04-22 10:30:00');
INSERT INTO subscriptions VALUES (1,1,2,12,'2023-03-05',NULL,NULL),(2,2,1,3,'2023-10-01','2025-01-31','too expensive'),(3,2,2,8,'2025-02-01',NULL,NULL),(4,3,2,10,'2024-03-01','2026-03-31','missing features'),(5,4,3,150,'2024-12-01',NULL,NULL),(6,5,1,2,'2025-07-01','2025-12-31','too expensive'),(7,6,3,400,'2026-02-01',NULL,NULL);
INSERT INTO invoices VALUES (1,1,1188,'2025-03-05','2025-04-04','2025-03-20'),(2,2,297,'2025-02-10','2025-03-12','2025-04-02'),(3,3,990,'2025-03-01','2025-03-31','2025-03-30'),(4,4,7485,'2025-12-01','2025-12-31','2026-01-10'),(5,5,58,'2025-07-01','2025-07-31',NULL),(6,1,1250,'2026-03-05','2026-04-04','2026-04-01'),(7,6,19960,'2026-02-01','2026-03-03',NULL),(8,2,310,'2026-02-10','2026-03-12','2026-03-11'),(9,4,7600,'2026-05-01','2026-05-31',NULL);
INSERT INTO tickets VALUES (1,1,1,'Cannot log in','high','email','2026-01-12 09:10:00','2026-01-12 15:00:00',5),(2,2,2,'Invoice question','low','phone','2026-02-03 10:00:00','2026-02-06 10:00:00',4),(3,3,2,'Export fails','high','email','2026-03-20 11:30:00','2026-04-02 09:00:00',2),(4,4,1,'Slow dashboard','medium','chat','2026-04-11 08:00:00','2026-05-04 16:30:00',3),(5,4,5,'Add users','low','chat','2026-04-29 14:00:00','2026-05-02 09:00:00',NULL),(6,6,5,'SSO setup','high','email','2026-05-06 13:00:00',NULL,NULL),(7,1,NULL,'Billing address','low','phone','2026-05-12 09:45:00',NULL,NULL),(8,6,2,'API timeout','high','chat','2025-11-02 17:00:00','2025-11-05 08:00:00',4);
INSERT INTO logins VALUES (1,1,'2026-05-13 08:00:00','web'),(2,1,'2026-05-10 08:00:00','mobile'),(3,4,'2026-04-30 12:00:00','web'),(4,6,'2026-05-14 07:30:00','web'),(5,3,'2026-02-01 10:00:00','web'),(6,2,'2026-03-15 09:00:00','mobile');
`

/** A small in-memory software company with accounts, subscriptions, invoices, and support tickets. */
export function openSoftwareCompany(): TestDatabase {
  return databaseOf(statements)
}
