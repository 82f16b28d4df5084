import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testDataFolder } from '@parlance/contract/testing'
import { bothOf, reasonOf, type Case, type Declined } from './testing/compared.ts'
import { openTestDatabase } from './testing/sqlite-database.ts'

/** Questions about a public sample database in the words of someone who has never seen it. */
interface Sample {
  name: string
  today: string
  answers: Case[]
  declines: Declined[]
}

const folder = testDataFolder()
const line = 'd.Quantity * d.UnitPrice * (1 - d.Discount)'

const northwind: Sample = {
  name: 'northwind',
  today: '2018-06-15',
  answers: [
    ['which products were never sold', 'SELECT 1 WHERE 0'],
    [
      'products sold most often',
      'SELECT p.ProductName, SUM(d.Quantity) n FROM "Order Details" d JOIN Products p USING (ProductID) GROUP BY p.ProductID ORDER BY n DESC LIMIT 1',
    ],
    [
      'orders over $5,000',
      `SELECT OrderID FROM "Order Details" d GROUP BY OrderID HAVING SUM(${line}) > 5000 ORDER BY OrderID`,
    ],
    [
      'orders worth more than 5000',
      `SELECT OrderID FROM "Order Details" d GROUP BY OrderID HAVING SUM(${line}) > 5000`,
    ],
    [
      'categories that earned over 100000',
      `SELECT c.CategoryName FROM "Order Details" d JOIN Products p USING (ProductID) JOIN Categories c USING (CategoryID) GROUP BY c.CategoryID HAVING SUM(${line}) > 100000`,
    ],
    [
      'products that sold less than 100 units',
      'SELECT p.ProductName FROM "Order Details" d JOIN Products p USING (ProductID) GROUP BY p.ProductID HAVING SUM(d.Quantity) < 100',
    ],
    [
      'products priced above average',
      'SELECT ProductName FROM Products WHERE UnitPrice > (SELECT AVG(UnitPrice) FROM Products)',
    ],
    ['products costing 10 to 20', 'SELECT ProductName FROM Products WHERE UnitPrice BETWEEN 10 AND 20'],
    ['orders not shipped yet', 'SELECT OrderID FROM Orders WHERE ShippedDate IS NULL'],
    ['How many products are discontinued?', "SELECT COUNT(*) FROM Products WHERE Discontinued = '1'"],
    ['which products are not discontinued?', "SELECT ProductName FROM Products WHERE Discontinued <> '1'"],
    [
      'suppliers with 2 to 4 products',
      'SELECT s.CompanyName FROM Suppliers s JOIN Products p USING (SupplierID) GROUP BY s.SupplierID HAVING COUNT(*) BETWEEN 2 AND 4',
    ],
    ...['average age of employees', 'how old is the average employee'].map((question): Case => [
      question,
      "SELECT AVG(CAST('2018' AS INTEGER) - STRFTIME('%Y', BirthDate) - (STRFTIME('%m-%d', BirthDate) > '06-15')) FROM Employees",
    ]),
    ...[
      'average shipping time',
      'how long from order to shipping on average',
      'how long does shipping take',
      'how long does it take from order to shipping?',
      'average number of days between order and shipping',
    ].map((question): Case => [question, 'SELECT AVG(JULIANDAY(ShippedDate) - JULIANDAY(OrderDate)) FROM Orders']),
    [
      'average time between order and shipping by shipper',
      'SELECT s.CompanyName, AVG(JULIANDAY(ShippedDate) - JULIANDAY(OrderDate)) FROM Orders o JOIN Shippers s ON o.ShipVia = s.ShipperID GROUP BY 1',
    ],
    [
      'longest time between order and shipping',
      'SELECT MAX(JULIANDAY(ShippedDate) - JULIANDAY(OrderDate)) FROM Orders',
    ],
    [
      'compare the price of Chai with Chang',
      "SELECT ProductName, UnitPrice FROM Products WHERE ProductName IN ('Chai', 'Chang')",
    ],
    ...['who reports to Andrew Fuller', 'employees who report to Andrew Fuller'].map((question): Case => [
      question,
      "SELECT e.FirstName, e.LastName FROM Employees e JOIN Employees m ON e.ReportsTo = m.EmployeeID WHERE m.LastName = 'Fuller'",
    ]),
    [
      'how many employees report to Fuller',
      "SELECT COUNT(*) FROM Employees e JOIN Employees m ON e.ReportsTo = m.EmployeeID WHERE m.LastName = 'Fuller'",
    ],
    ...['how much did we ship to Germany', 'how much did we sell to Germany'].map((question): Case => [
      question,
      `SELECT SUM(${line}) FROM "Order Details" d JOIN Orders o USING (OrderID) WHERE o.ShipCountry = 'Germany'`,
    ]),
    ['how many sales did we have in 2017', "SELECT COUNT(*) FROM Orders WHERE OrderDate LIKE '2017%'"],
    [
      'number of sales by employee',
      'SELECT e.FirstName, e.LastName, COUNT(*) FROM Orders JOIN Employees e USING (EmployeeID) GROUP BY e.EmployeeID',
    ],
    [
      'Who handled the most orders?',
      'SELECT e.FirstName, e.LastName, COUNT(*) n FROM Orders JOIN Employees e USING (EmployeeID) GROUP BY e.EmployeeID ORDER BY n DESC LIMIT 1',
    ],
    [
      'Who placed the most orders?',
      'SELECT c.CompanyName, COUNT(*) n FROM Orders JOIN Customers c USING (CustomerID) GROUP BY c.CustomerID ORDER BY n DESC LIMIT 1',
    ],
    [
      'top 5 countries by customers',
      'SELECT Country, COUNT(*) n FROM Customers WHERE Country IS NOT NULL GROUP BY Country ORDER BY n DESC LIMIT 5',
    ],
    ['German customers', "SELECT CompanyName FROM Customers WHERE Country = 'Germany'"],
    [
      'price of (Chai, Chang, Tofu)',
      "SELECT ProductName, UnitPrice FROM Products WHERE ProductName IN ('Chai', 'Chang', 'Tofu')",
    ],
    [
      'number of orders in (2016, 2017)',
      "SELECT COUNT(*) FROM Orders WHERE OrderDate LIKE '2016%' OR OrderDate LIKE '2017%'",
    ],
    [
      'products sorted by stock descending and price',
      'SELECT ProductName FROM Products ORDER BY UnitsInStock DESC, UnitPrice',
    ],
    [
      'How long does it take us to ship an order on average?',
      'SELECT AVG(JULIANDAY(ShippedDate) - JULIANDAY(OrderDate)) FROM Orders',
    ],
    ...[
      'what did customers in Germany buy',
      'what do customers in Germany buy?',
      'what was ordered by customers from Germany?',
      'which products were bought by customers from Germany',
    ].map((question): Case => [
      question,
      'SELECT DISTINCT p.ProductName FROM Products p JOIN "Order Details" d USING (ProductID) JOIN Orders o USING (OrderID) JOIN Customers c USING (CustomerID) WHERE c.Country = \'Germany\'',
    ]),
  ],
  declines: [
    ['employees who earn more than 2000', 'No column of Employees shows what “earn” means.'],
    ['customers by country ordered by name', 'Each group has several values of company name'],
    ['total discount by customer', 'discount is a share of each price'],
    ['which country buys the most', 'It is not clear which amount “most” is about.'],
  ],
}

const sakila: Sample = {
  name: 'sakila',
  today: '2006-03-01',
  answers: [
    [
      'rentals by category',
      'SELECT c.name, COUNT(*) FROM rental r JOIN inventory i USING (inventory_id) JOIN film_category f USING (film_id) JOIN category c USING (category_id) GROUP BY c.category_id',
    ],
    [
      'top 3 categories by revenue',
      'SELECT c.name, SUM(p.amount) n FROM payment p JOIN rental r USING (rental_id) JOIN inventory i USING (inventory_id) JOIN film_category f USING (film_id) JOIN category c USING (category_id) GROUP BY c.category_id ORDER BY n DESC LIMIT 3',
    ],
    [
      'films that earned less than 10',
      'SELECT f.title FROM payment p JOIN rental r USING (rental_id) JOIN inventory i USING (inventory_id) JOIN film f USING (film_id) GROUP BY f.film_id HAVING SUM(p.amount) < 10',
    ],
    [
      'actors in 10 to 15 films',
      'SELECT a.first_name, a.last_name FROM actor a JOIN film_actor f USING (actor_id) GROUP BY a.actor_id HAVING COUNT(*) BETWEEN 10 AND 15',
    ],
    ...['average rental time', 'how long are films rented on average'].map((question): Case => [
      question,
      'SELECT AVG(JULIANDAY(DATE(return_date)) - JULIANDAY(DATE(rental_date))) FROM rental',
    ]),
    [
      'top 5 countries by customers',
      'SELECT o.country, COUNT(*) n FROM customer JOIN address USING (address_id) JOIN city USING (city_id) JOIN country o USING (country_id) GROUP BY o.country_id ORDER BY n DESC LIMIT 5',
    ],
    ['how many sales did we have', 'SELECT COUNT(*) FROM payment'],
    ['inactive customers', 'SELECT first_name, last_name FROM customer WHERE active = 0'],
    ['how many customers are inactive', 'SELECT COUNT(*) FROM customer WHERE active = 0'],
    ['rentals not returned yet', 'SELECT * FROM rental WHERE return_date IS NULL'],
  ],
  declines: [
    ['customers by category', 'connected only by rental and inventory and film and film category'],
    ['average age of customers', 'No column of customer shows what “age” means.'],
    ['compare the length of PG and R films', 'It is not clear which number to compare.'],
    ['customers who earn more than 10', 'No column of customer shows what “earn” means.'],
  ],
}

const chinook: Sample = {
  name: 'chinook',
  today: '2013-12-31',
  answers: [
    [
      'playlists containing Jazz tracks',
      "SELECT Name FROM Playlist WHERE PlaylistId IN (SELECT PlaylistId FROM PlaylistTrack JOIN Track USING (TrackId) JOIN Genre g USING (GenreId) WHERE g.Name = 'Jazz')",
    ],
    [
      'How many invoices does the customer named "Frank Harris" have?',
      "SELECT COUNT(*) FROM Invoice JOIN Customer USING (CustomerId) WHERE FirstName = 'Frank' AND LastName = 'Harris'",
    ],
    [
      'artists with between 2 and 5 albums',
      'SELECT a.Name FROM Artist a JOIN Album b USING (ArtistId) GROUP BY a.ArtistId HAVING COUNT(*) BETWEEN 2 AND 5',
    ],
    [
      "What is Frank Harris's email and phone number?",
      "SELECT Email, Phone FROM Customer WHERE FirstName = 'Frank' AND LastName = 'Harris'",
    ],
    [
      "employee Nancy Edwards's phone number",
      "SELECT Phone FROM Employee WHERE FirstName = 'Nancy' AND LastName = 'Edwards'",
    ],
    [
      'which employees report to Andrew Adams',
      "SELECT e.FirstName, e.LastName FROM Employee e JOIN Employee m ON e.ReportsTo = m.EmployeeId WHERE m.LastName = 'Adams'",
    ],
    [
      'how much did Germany buy',
      "SELECT SUM(l.Quantity * l.UnitPrice) FROM InvoiceLine l JOIN Invoice USING (InvoiceId) WHERE BillingCountry = 'Germany'",
    ],
    ['the 3 shortest tracks', 'SELECT Name, Milliseconds FROM Track ORDER BY Milliseconds LIMIT 3'],
    ['invoices from 5 to 10 dollars', 'SELECT * FROM Invoice WHERE Total BETWEEN 5 AND 10'],
  ],
  declines: [['Who wrote the longest track?', 'which people track belongs to']],
}

describe.skipIf(folder === null).each([northwind, sakila, chinook])('$name', ({ name, today, answers, declines }) => {
  const database = openTestDatabase(join(folder ?? '', name, `${name}.sqlite`))
  afterAll(() => database.close())

  it.each(answers)('answers: %s', async (...one) => {
    const [rows, expected] = await bothOf(database, today, one)
    expect(rows).toEqual(expected)
  })

  it.each(declines)('declines: %s', async (question, reason) => {
    expect(await reasonOf(database, today, question)).toContain(reason)
  })
})
