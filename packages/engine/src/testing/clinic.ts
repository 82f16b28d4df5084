import { DatabaseSync } from 'node:sqlite'
import { testDatabase, type TestDatabase } from './sqlite-database.ts'

/** The value of today in every test over the clinic. */
export const clinicToday = '2025-06-15'

const schema = `
CREATE TABLE departments (department_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE doctors (doctor_id INTEGER PRIMARY KEY, name TEXT NOT NULL, specialty TEXT NOT NULL, department_id INTEGER NOT NULL REFERENCES departments, hired_on DATE NOT NULL);
CREATE TABLE patients (patient_id INTEGER PRIMARY KEY, name TEXT NOT NULL, gender TEXT NOT NULL, birth_date DATE NOT NULL, city TEXT NOT NULL);
CREATE TABLE appointments (appointment_id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patients, doctor_id INTEGER NOT NULL REFERENCES doctors, scheduled_at TEXT NOT NULL, status TEXT NOT NULL, duration_minutes INTEGER NOT NULL, fee REAL NOT NULL);
CREATE TABLE prescriptions (prescription_id INTEGER PRIMARY KEY, appointment_id INTEGER NOT NULL REFERENCES appointments, medication TEXT NOT NULL, days INTEGER NOT NULL);
CREATE TABLE visits_per_week (week TEXT PRIMARY KEY, visits INTEGER NOT NULL);
`

const rows = `
INSERT INTO departments VALUES (1, 'Cardiology'), (2, 'Pediatrics'), (3, 'Dermatology');
INSERT INTO doctors VALUES (1, 'Mia Stone', 'Cardiologist', 1, '2015-03-01'), (2, 'Noah Reed', 'Pediatrician', 2, '2019-09-15'), (3, 'Olga Brandt', 'Pediatrician', 2, '2022-01-10'), (4, 'Pete Wong', 'Dermatologist', 3, '2024-05-05');
INSERT INTO patients VALUES (1, 'Ava Hill', 'female', '2016-04-02', 'Austin'), (2, 'Bo Carter', 'male', '1950-11-20', 'Dallas'), (3, 'Cora Diaz', 'female', '1988-07-07', 'Austin'), (4, 'Dan Evans', 'male', '2019-01-30', 'Houston'), (5, 'Ella Ford', 'female', '1975-12-12', 'Dallas');
INSERT INTO appointments VALUES (1, 1, 2, '2024-03-04 09:00', 'completed', 30, 80), (2, 2, 1, '2024-06-10 10:00', 'completed', 45, 150), (3, 3, 1, '2024-11-05 11:30', 'no-show', 45, 0), (4, 4, 3, '2025-01-15 08:30', 'completed', 30, 90), (5, 1, 2, '2025-02-03 09:00', 'completed', 20, 80),
  (6, 2, 1, '2025-02-20 10:00', 'cancelled', 45, 0), (7, 2, 1, '2025-03-06 10:00', 'completed', 60, 200), (8, 3, 4, '2025-05-12 14:00', 'completed', 15, 60), (9, 4, 3, '2025-05-30 08:30', 'no-show', 30, 0), (10, 1, 3, '2025-06-04 09:00', 'completed', 30, 90);
INSERT INTO prescriptions VALUES (1, 1, 'Amoxicillin', 7), (2, 2, 'Lisinopril', 90), (3, 4, 'Amoxicillin', 10), (4, 7, 'Lisinopril', 90), (5, 7, 'Atorvastatin', 30), (6, 8, 'Hydrocortisone', 14);
INSERT INTO visits_per_week VALUES ('2025-W22', 14), ('2025-W23', 17), ('2025-W24', 9);
`

/** A small in-memory clinic with doctors, patients, appointments, and prescriptions. */
export function openClinic(): TestDatabase {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  database.exec(rows)
  return testDatabase(database)
}
