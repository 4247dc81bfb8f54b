import { createPrivateKey } from "node:crypto";
import type { Finding } from "./finding.ts";
import { failure, ok } from "./finding.ts";
import type { Machine } from "./machine.ts";

/** Shorter secrets can be guessed offline from one signed delivery. */
const shortestSecret = 16;

/** The GitHub App's settings, looked at only where one of them is given. Values are never shown. */
export async function checkApp(machine: Machine): Promise<Finding[]> {
  const names = ["APP_ID", "PRIVATE_KEY", "PRIVATE_KEY_PATH", "WEBHOOK_SECRET"];
  if (names.every((name) => !machine.env[name])) return [];
  return [checkId(machine), await checkPrivateKey(machine), checkSecret(machine)];
}

function checkId(machine: Machine): Finding {
  const id = machine.env["APP_ID"] ?? "";
  if (/^\d+$/.test(id)) return ok("app id", id);
  return failure("app id", id === "" ? "missing" : "not a number", "Set APP_ID to the App's id.");
}

async function checkPrivateKey(machine: Machine): Promise<Finding> {
  const fix = "Set PRIVATE_KEY or PRIVATE_KEY_PATH to the App's private key in PEM form.";
  const path = machine.env["PRIVATE_KEY_PATH"];
  const text = machine.env["PRIVATE_KEY"] || (path ? await machine.readText(path) : "");
  if (text === null) return failure("app key", `${path} cannot be read`, fix);
  if (text === "") return failure("app key", "missing", fix);
  return isPrivateKey(text.replaceAll("\\n", "\n"))
    ? ok("app key", "readable")
    : failure("app key", "not a private key", fix);
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa";
  } catch {
    // OpenSSL's reasons differ by version and none of them helps more than "not a private key".
    return false;
  }
}

function checkSecret(machine: Machine): Finding {
  const secret = machine.env["WEBHOOK_SECRET"] ?? "";
  const fix = "Set WEBHOOK_SECRET to a random text, the same as in the App's settings.";
  if (secret === "") return failure("webhook secret", "missing", fix);
  if (secret.length < shortestSecret) {
    return failure("webhook secret", `shorter than ${shortestSecret} characters`, fix);
  }
  return ok("webhook secret", "set");
}
