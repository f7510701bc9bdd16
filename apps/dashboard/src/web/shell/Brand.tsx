import { Link } from "@tanstack/react-router";
import { BrandMark } from "./BrandMark.tsx";

export const Brand = () => (
  <Link to="/" className="brand">
    <BrandMark /> Portico
  </Link>
);
