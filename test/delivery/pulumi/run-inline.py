"""Runs the program of a page by Pulumi's Automation API: `up` or `destroy`. This process is its language host."""

import runpy
import sys

from pulumi import automation

stack = automation.create_or_select_stack(
    "python", project_name="platform", program=lambda: runpy.run_path("__main__.py")
)
stack.set_config("token", automation.ConfigValue("open-sesame", secret=True))
if sys.argv[1] == "destroy":
    stack.destroy()
else:
    result = stack.up()
    print(result.outputs["deployment"].value, result.summary.resource_changes)
