import { databaseOf, type TestDatabase } from './sqlite-database.ts'

/** The value of today in every test over the library. */
export const libraryToday = '2025-06-15'

/** The tables in SQL that most databases accept. */
export const librarySchema = `
CREATE TABLE members (member_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, birth_date DATE, state TEXT, city TEXT, weight REAL, joined_on DATE, is_active BOOLEAN NOT NULL);
CREATE TABLE books (book_id INTEGER PRIMARY KEY, title TEXT NOT NULL, price REAL NOT NULL, pages INTEGER NOT NULL, published_year INTEGER, language TEXT);
CREATE TABLE loans (loan_id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members, book_id INTEGER NOT NULL REFERENCES books, loan_date DATE NOT NULL, due_date DATE NOT NULL, return_date DATE);
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, name TEXT NOT NULL, salary INTEGER NOT NULL, hire_date DATE NOT NULL, end_date DATE, birth_city TEXT, age INTEGER);
CREATE TABLE tickets (ticket_id INTEGER PRIMARY KEY, subject TEXT NOT NULL, status TEXT NOT NULL, opened_at TEXT NOT NULL, closed_at TEXT, staff_id INTEGER REFERENCES staff);
CREATE TABLE invoices (invoice_id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members, amount REAL NOT NULL, issued_on DATE NOT NULL, due_date DATE NOT NULL, paid_date DATE);
`

/** The rows of the tables. */
export const libraryRows = `
INSERT INTO members VALUES (1, 'Ana', 'Lopez', '1950-03-01', 'California', 'Fresno', 60.5, '2019-01-05', TRUE), (2, 'Ben', 'Kurz', '1990-06-20', 'Texas', 'Austin', 82, '2020-07-09', FALSE), (3, 'Carla', 'Voss', '1959-06-15', 'California', 'Oakland', 70, '2021-02-02', TRUE), (4, 'Dev', 'Rao',NULL, 'Ohio', 'Akron', 91, '2022-03-03', TRUE);
INSERT INTO books VALUES (1, 'Blue Kites',12.5,220,1995, 'English'), (2, 'Kings of Sand',30,410,2004, 'French'), (3, 'The Long Road Home',22,350,1999, 'English'), (4, 'Oak',9,90,2015, 'German');
INSERT INTO loans VALUES (1,1,1, '2025-05-01', '2025-05-15', '2025-05-10'), (2,1,2, '2025-05-20', '2025-06-03',NULL), (3,2,1, '2025-06-01', '2025-06-22',NULL), (4,3,3, '2024-04-01', '2024-04-15', '2024-05-01');
INSERT INTO staff VALUES (1, 'Finn Hale',4200, '2010-05-01',NULL, 'Boston',67), (2, 'Gia Orr',6100, '2016-09-12', '2023-01-31', 'Dover',44), (3, 'Hugo Pike',5100, '2021-03-03',NULL, 'Boston',29);
INSERT INTO tickets VALUES (1, 'Lamp broken', 'open', '2025-06-01',NULL,1), (2, 'Door stuck', 'closed', '2025-05-01', '2025-05-03',1), (3, 'Heat', 'in progress', '2025-06-10',NULL,3);
INSERT INTO invoices VALUES (1,1,20, '2025-04-01', '2025-05-01', '2025-04-20'), (2,2,35, '2025-04-01', '2025-05-01',NULL), (3,3,5000.5, '2025-06-01', '2025-07-01',NULL), (4,1,15, '2025-03-01', '2025-04-01', '2025-04-09');
`

/** A small in-memory lending library with due dates, end dates, birth dates, and yes/no columns. */
export function openLibrary(): TestDatabase {
  return databaseOf(librarySchema + libraryRows)
}
