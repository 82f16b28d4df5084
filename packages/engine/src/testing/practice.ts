import { databaseOf, type TestDatabase } from './sqlite-database.ts'

/** The value of today in every test over the medical practice. */
export const practiceToday = '2026-05-14'

const statements = `
CREATE TABLE clinics (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL);
CREATE TABLE doctors (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, specialty TEXT NOT NULL, clinic_id INTEGER NOT NULL REFERENCES clinics(id), hired_on DATE NOT NULL, left_on DATE);
CREATE TABLE patients (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, date_of_birth DATE NOT NULL, sex TEXT NOT NULL, city TEXT, insurance TEXT, registered_on DATE NOT NULL);
CREATE TABLE appointments (id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patients(id), doctor_id INTEGER NOT NULL REFERENCES doctors(id), booked_on DATE NOT NULL, starts_at TIMESTAMP NOT NULL, minutes INTEGER NOT NULL, status TEXT NOT NULL, fee DECIMAL(8,2) NOT NULL);
CREATE TABLE medications (id INTEGER PRIMARY KEY, name TEXT NOT NULL, manufacturer TEXT NOT NULL, price DECIMAL(8,2) NOT NULL);
CREATE TABLE prescriptions (id INTEGER PRIMARY KEY, appointment_id INTEGER NOT NULL REFERENCES appointments(id), medication_id INTEGER NOT NULL REFERENCES medications(id), quantity INTEGER NOT NULL, days INTEGER NOT NULL);
CREATE TABLE lab_results (id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patients(id), test TEXT NOT NULL, result DECIMAL(8,2), taken_on DATE NOT NULL);

INSERT INTO clinics VALUES (1,'Riverside','Boston'),(2,'Hilltop','Salem'),(3,'Lakeview','Boston');

INSERT INTO doctors VALUES (1,'Nina','Park','cardiology',1,'2016-02-01',NULL),(2,'Omar','Said','pediatrics',1,'2019-05-15',NULL),(3,'Paula','Klein','dermatology',2,'2021-09-01','2026-02-28'),(4,'Quinn','Ross','pediatrics',2,'2023-01-10',NULL),(5,'Rosa','Vance','cardiology',3,'2025-11-03',NULL);

INSERT INTO patients VALUES (1,'Alan','Birch','1955-03-12','male','Boston','Aetna','2024-01-10'),(2,'Betty','Cole','1961-07-30','female','Salem','Cigna','2024-02-14'),(3,'Carl','Dunn','2015-11-02','male','Boston',NULL,'2024-06-03'),(4,'Dora','Engel','1990-01-25','female','Boston','Aetna','2025-01-20'),(5,'Emil','Frost','2019-08-08','male','Lynn','Humana','2025-03-11'),(6,'Fay','Grant','1978-12-19','female',NULL,'Cigna','2025-09-01'),(7,'Gus','Hale','1949-10-10','male','Salem','Aetna','2026-02-02'),(8,'Hana','Ivers','2001-05-05','female','Lynn',NULL,'2026-04-20');

INSERT INTO appointments VALUES (1,1,1,'2025-04-01','2025-04-10 09:00:00',30,'completed',120),(2,2,1,'2025-05-02','2025-05-12 10:00:00',45,'completed',150),(3,3,2,'2025-06-01','2025-06-03 08:30:00',20,'no-show',0),(4,4,3,'2025-07-15','2025-08-01 14:00:00',30,'completed',95),(5,5,4,'2025-09-02','2025-09-20 11:00:00',20,'cancelled',0),(6,1,1,'2025-10-10','2025-10-20 09:30:00',30,'completed',120),(7,6,3,'2025-11-20','2025-12-04 15:00:00',40,'completed',110),(8,2,5,'2026-01-05','2026-01-15 10:15:00',60,'completed',210),(9,3,2,'2026-01-20','2026-02-03 08:30:00',20,'completed',80),(10,7,1,'2026-02-10','2026-02-24 09:00:00',30,'no-show',0),(11,5,4,'2026-02-20','2026-03-05 11:00:00',20,'completed',85),(12,4,5,'2026-03-15','2026-04-02 13:00:00',45,'completed',180),(13,1,5,'2026-03-28','2026-04-14 09:45:00',30,'no-show',0),(14,3,4,'2026-04-20','2026-05-05 08:00:00',20,'completed',85),(15,8,2,'2026-04-28','2026-05-11 16:00:00',30,'completed',90),(16,7,1,'2026-05-01','2026-05-20 09:00:00',30,'scheduled',0),(17,2,1,'2026-05-04','2026-06-02 10:30:00',45,'scheduled',0);

INSERT INTO medications VALUES (1,'Lisinopril','Lupin',9.5),(2,'Amoxicillin','Sandoz',12),(3,'Hydrocortisone','Perrigo',7.25),(4,'Atorvastatin','Pfizer',22),(5,'Ibuprofen','Perrigo',5);

INSERT INTO prescriptions VALUES (1,1,1,1,90),(2,2,4,1,90),(3,4,3,2,14),(4,6,1,1,90),(5,8,4,2,60),(6,9,2,1,10),(7,11,2,1,7),(8,12,4,1,30);

INSERT INTO lab_results VALUES (1,1,'cholesterol',221,'2025-04-10'),(2,2,'cholesterol',188,'2025-05-12'),(3,1,'glucose',104,'2025-10-20'),(4,7,'glucose',NULL,'2026-02-25'),(5,2,'cholesterol',179,'2026-01-16');
`

/** A small in-memory medical practice with clinics, doctors who may have left, appointments, and prescriptions. */
export function openPractice(): TestDatabase {
  return databaseOf(statements)
}
