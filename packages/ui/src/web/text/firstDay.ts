/** Of the oldest chain. No day before it is meant: while a year is typed, browsers report days such as 0002-05-05. */
export const FIRST_DAY = "2009-01-03";
